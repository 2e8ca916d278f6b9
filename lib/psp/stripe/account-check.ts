import { defined } from '../../types/defined.ts';
import type { Examination, ExamineAccount, Finding } from '../../types/examination.ts';
import { encodeForm } from '../encode-form.ts';
import { findRefusedKey, missing, ok, unseen, webhookFinding } from '../findings.ts';
import { at, booleanAt, listAt, textAt } from '../json.ts';
import { stripeVersion } from './client.ts';
import { eventsRead } from './webhooks.ts';

const keys = 'Stripe Dashboard, Developers, API keys';
const webhooks = 'Stripe Dashboard, Developers, Webhooks';

export const examineStripe: ExamineAccount = async (examination) => {
  const { ask, account } = examination;
  const connected = account.settings.account;
  const own = headersOf(examination);
  const headers = { ...own, ...defined({ 'stripe-account': connected }) };
  const said = await ask({ path: '/v1/account', headers });
  const refused = findRefusedKey(said, keys);
  if (refused) return [refused];
  const country = textAt(said.json, 'country');
  const [currencies, cards, endpoints] = await Promise.all([
    ask({ path: `/v1/country_specs/${country ?? 'US'}`, headers: own }),
    rawCards(examination, headers),
    // The platform's endpoints: they receive its connected accounts' events.
    ask({ path: '/v1/webhook_endpoints?limit=100', headers: own }),
  ]);
  return [
    ok(`the key belongs to ${textAt(said.json, 'id') ?? 'an account'} (${country ?? 'country unknown'})`),
    keyOfMode(examination),
    charges(said.json),
    currenciesOf(listAt(currencies.json, 'supported_payment_currencies')),
    ...cards,
    endpoints.status === 200
      ? webhookFinding(registered(endpoints.json), eventsRead, examination, webhooks)
      : unseen(`webhook: the key may not read webhook endpoints. Look at ${webhooks}`),
  ];
};

const headersOf = ({ api_key }: Examination) => ({
  authorization: `Bearer ${api_key}`,
  'stripe-version': stripeVersion,
});

const keyOfMode = ({ api_key, account: { livemode } }: Examination): Finding => {
  const mode = livemode ? 'live' : 'test';
  return api_key.includes(`_${mode}_`)
    ? ok(`the key is a ${mode} key`)
    : missing(`this environment needs a ${mode} key: ${keys}`);
};

const charges = (account: unknown): Finding =>
  booleanAt(account, 'charges_enabled') === true && at(account, 'capabilities', 'card_payments') === 'active'
    ? ok('the account may charge cards')
    : missing('the account may not charge cards yet: Stripe Dashboard, Settings, Account status');

const currenciesOf = (currencies: readonly unknown[] | undefined): Finding =>
  currencies === undefined ? unseen('currencies: not reported') : ok(`takes ${currencies.length} currencies`);

/** Creates a payment method and does not use it: nobody is charged, and the card is one of Stripe's own examples. */
const rawCards = async (
  { ask, card_capture, year }: Examination,
  headers: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> => {
  if (!card_capture) return [];
  const card = { number: '4242424242424242', exp_month: 12, exp_year: year + 1, cvc: '123' };
  const { status, json } = await ask({
    method: 'POST',
    path: '/v1/payment_methods',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: encodeForm({ type: 'card', card }),
  });
  // If the card itself is refused, the account may send raw numbers.
  return [
    (status === 200 && textAt(json, 'id') !== undefined) || textAt(json, 'error', 'type') === 'card_error'
      ? ok('card numbers may be sent')
      : missing(
          'card numbers may not be sent: ask Stripe support for the raw card data APIs, with your PCI attestation',
        ),
  ];
};

const registered = (list: unknown) =>
  (listAt(list, 'data') ?? []).map((endpoint) => ({
    url: textAt(endpoint, 'url'),
    active: textAt(endpoint, 'status') === 'enabled',
    events: (listAt(endpoint, 'enabled_events') ?? []).map(String),
  }));
