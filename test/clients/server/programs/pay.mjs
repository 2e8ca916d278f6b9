// Run by another Node: takes a payment through the installed package and prints what became of it.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , project, kind, baseUrl, apiKey] = process.argv;
const require = createRequire(pathToFileURL(`${project}/index.js`));
const library =
  kind === 'cjs'
    ? require('payment-routing-client')
    : await import(pathToFileURL(`${project}/node_modules/payment-routing-client/dist/esm/index.js`).href);
const { createClient, isPaymentError } = library;

const client = createClient({ baseUrl, apiKey, attemptTimeoutMs: 2_000 });
const { id } = await client.checkout.sessions.create({
  amount: 2599,
  currency: 'eur',
  success_url: 'https://shop.example/thanks',
});
const { charge } = await client.checkout.sessions.confirm(id, {
  payment_method: { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' },
});
await client.charges.refund({ charge, amount: 1000 });
const refused = await client.charges.refund({ charge, amount: 1600 }).catch((error) => error);
const aborted = await client.charges
  .retrieve(charge, { signal: AbortSignal.abort() })
  .catch((error) => error);
const { amount_captured, amount_refunded, refunds } = await client.charges.retrieve(charge);
console.log(
  JSON.stringify({
    node: process.versions.node.split('.')[0],
    amount_captured,
    amount_refunded,
    refunds: refunds.length,
    refused: [isPaymentError(refused), refused.code],
    aborted: aborted.name,
  }),
);
