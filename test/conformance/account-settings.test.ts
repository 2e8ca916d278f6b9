import { describe, expect, test } from '@jest/globals';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import { paypalSubject } from './paypal.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, moneyOf, paymentRequest, sampleAttempt, scripted } from './samples.ts';
import { specification } from './specification.ts';
import { stripeSubject } from './stripe.ts';

const fieldOf = (name: string) => (request: HttpRequest) =>
  (JSON.parse(request.body ?? '{}') as Readonly<Record<string, unknown>>)[name];

/** Settings that an account may have, where each stands on the wire, and the requests of a payment that take it, if not all do. */
const settings: readonly (readonly [
  PspSubject,
  string,
  string,
  (request: HttpRequest) => unknown,
  ((request: HttpRequest) => boolean)?,
])[] = [
  [
    paypalSubject,
    'partner_attribution_id',
    'EXAMPLE_SP_PPCP',
    ({ headers }) => headers['paypal-partner-attribution-id'],
    ({ url }) => url.endsWith('/v2/checkout/orders'),
  ],
  [stripeSubject, 'account', 'acct_1032D82eZvKYlo2C', ({ headers }) => headers['stripe-account']],
  [adyenSubject, 'store', 'store-berlin', fieldOf('store')],
  [
    checkoutComSubject,
    'processing_channel_id',
    'pc_q4dbxom5jbgudnjzjpz7j2z6uq',
    fieldOf('processing_channel_id'),
  ],
];

describe.each(
  settings.map(
    ([subject, name, value, read, takes = () => true]) =>
      [subject.name, name, { subject, value, read, takes }] as const,
  ),
)('the setting of an account at %s: %s', (_, name, { subject, value, read, takes }) => {
  const requestsWith = async (more: Readonly<Record<string, string>>) => {
    const attempt = sampleAttempt();
    const account = { ...subject.account, settings: { ...subject.account.settings, ...more } };
    const { psp, exchanges } = scripted(
      { ...subject, account },
      subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
    );
    await psp.authorize(attempt, paymentRequest(subject), call);
    return exchanges.map(({ request }) => request);
  };

  test('goes with every request that takes it, and no other, if the account has it', async () => {
    const requests = await requestsWith({ [name]: value });
    expect(requests.map(read)).toEqual(requests.map((request) => (takes(request) ? value : undefined)));
    expect(requests.some(takes)).toBe(true);
    expect(new Set((await requestsWith({})).map(read))).toEqual(new Set([undefined]));
  });

  const { document, corrected = (given) => given, added } = subject.specification;
  const spec = corrected(readSpec(document));
  (spec === undefined ? test.skip : test)('is as the official document says', async () => {
    const checker = specification(spec, subject.account.base_url, added);
    for (const request of await requestsWith({ [name]: value }))
      expect(checker.requestProblems(request)).toEqual([]);
  });
});
