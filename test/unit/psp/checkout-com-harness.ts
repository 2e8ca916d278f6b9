import { checkoutCom } from '../../../lib/psp/checkout_com/adapter.ts';
import type { PaymentMethod } from '../../../lib/types/given-method.ts';
import type { Attempt, AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import { answered, scriptedTransport } from '../../conformance/scripted-transport.ts';

export const id = 'pay_mbabizu24mvu3mela5njyhpit4';
export const other = 'pay_y3oqhf46pyzuxjbcn2giaqnb44';
export const attempt: Attempt = {
  reference: 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x',
  session: 'cs_01jd2k5m7n9p1q3r5s7t9v1w3z',
  amount: 6540,
  currency: 'usd',
  capture_method: 'automatic',
  started: 0,
};
export const known = { ...attempt, psp_reference: id };
const card: PaymentMethod = {
  type: 'card',
  card: {
    number: secret('4242424242424242'),
    cvc: secret('100'),
    exp_month: 6,
    exp_year: 2029,
    name: 'B. Wayne',
  },
};
export const request: AuthorizeRequest = {
  payment_method: card,
  return_url: 'https://pay.example/return?state=s',
};
export const operation = { id: 're_01jd2k5m7n9p1q3r5s7t9v1w3y', amount: 1000 };
export const call = { timeout_ms: 8000 };
export const payment = (status: string, fields: object = {}) => ({
  id,
  reference: attempt.reference,
  amount: 6540,
  currency: 'USD',
  approved: status !== 'Declined',
  status,
  ...fields,
});

export const run = (script: Script, settings: Readonly<Record<string, string>> = {}) => {
  const { http, exchanges, longest } = scriptedTransport(script);
  const psp = checkoutCom.connect(
    {
      id: 'checkout_com',
      psp: 'checkout_com',
      base_url: 'https://api.sandbox.checkout.com',
      livemode: false,
      settings,
      credentials: async () => ({ api_key: 'sk_sbox_key', webhook_secrets: [] }),
    },
    http,
  );
  const sent = () => exchanges.map(({ request: { method, url } }) => `${method} ${new URL(url).pathname}`);
  return { psp, exchanges, longest, sent, body: () => JSON.parse(exchanges[0]?.request.body ?? 'null') };
};

/** Answers by `METHOD path`; an answer of 500 to everything else. */
export const table =
  (answers: Readonly<Record<string, HttpResponse>>): Script =>
  ({ method, url }) =>
    answers[`${method} ${new URL(url).pathname}`] ?? answered(500, {});
