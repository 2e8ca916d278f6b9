import { describe, expect, test } from '@jest/globals';
import type { PaymentDetails } from '../../lib/types/payment-details.ts';
import {
  type Attempt,
  type AuthorizeRequest,
  type RefundReason,
  refundReasons,
} from '../../lib/types/psp.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import { decodeForm } from './decode-form.ts';
import { paypalSubject } from './paypal.ts';
import type { PspSubject } from './psp-subject.ts';
import {
  call,
  moneyOf,
  paidAttempt,
  paymentRequest,
  sampleAttempt,
  sampleDetails,
  sampleOperation,
  scripted,
} from './samples.ts';
import { specification } from './specification.ts';
import { squareSubject } from './square.ts';
import { stripeSubject } from './stripe.ts';

const metadata = '{"tier":"gold","source":"app"}';
const address = { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' };

/** With the city that its descriptor needs. */
const checkoutCom: PspSubject = {
  ...checkoutComSubject,
  account: {
    ...checkoutComSubject.account,
    settings: { ...checkoutComSubject.account.settings, descriptor_city: 'London' },
  },
};

/** Where each detail stands on the wire, written out, so that a mistake in an adapter is not copied. `unsent`: what the PSP has no place for. */
const places: readonly (readonly [PspSubject, object, readonly string[]])[] = [
  [
    stripeSubject,
    {
      description: 'Two tickets to London',
      statement_descriptor_suffix: 'TICKETS 1042',
      shipping: { name: 'Ada Lovelace', address },
      metadata: {
        charge: sampleAttempt().reference,
        session: sampleAttempt().session,
        order: 'order-1042',
        customer: 'customer-7',
        metadata,
      },
      billing_details: { email: 'ada@example.com', phone: '+44 20 7946 0958', address },
    },
    ['203.0.113.7'],
  ],
  [
    adyenSubject,
    {
      merchantOrderReference: 'order-1042',
      shopperReference: 'customer-7',
      shopperEmail: 'ada@example.com',
      telephoneNumber: '+442079460958',
      shopperStatement: 'TICKETS 1042',
      shopperIP: '203.0.113.7',
      metadata: { metadata },
      deliveryAddress: {
        street: '12 St James’s Square',
        houseNumberOrName: 'NA',
        city: 'London',
        postalCode: 'SW1Y 4JH',
        country: 'GB',
      },
      billingAddress: { postalCode: 'SW1Y 4JH' },
    },
    ['Two tickets to London'],
  ],
  [
    checkoutCom,
    {
      description: 'order-1042: Two tickets to London',
      billing_descriptor: { name: 'TICKETS 1042', city: 'London' },
      customer: { email: 'ada@example.com' },
      payment_ip: '203.0.113.7',
      shipping: {
        address: { address_line1: '12 St James’s Square', city: 'London', zip: 'SW1Y 4JH', country: 'GB' },
      },
      metadata: { order: 'order-1042', customer: 'customer-7', metadata },
      source: { billing_address: { zip: 'SW1Y 4JH' } },
    },
    ['7946'],
  ],
  [
    paypalSubject,
    {
      description: 'order-1042: Two tickets to London',
      soft_descriptor: 'TICKETS 1042',
      shipping: {
        name: { full_name: 'Ada Lovelace' },
        address: {
          address_line_1: '12 St James’s Square',
          admin_area_2: 'London',
          postal_code: 'SW1Y 4JH',
          country_code: 'GB',
        },
      },
      payment_source: { card: { billing_address: { postal_code: 'SW1Y 4JH' } } },
    },
    ['gold', 'customer-7', 'ada@example.com', '203.0.113.7', '7946'],
  ],
  [
    squareSubject,
    {
      note: 'order-1042: Two tickets to London',
      statement_description_identifier: 'TICKETS 1042',
      buyer_email_address: 'ada@example.com',
      buyer_phone_number: '+442079460958',
      shipping_address: { address_line_1: '12 St James’s Square', postal_code: 'SW1Y 4JH' },
    },
    ['gold', 'customer-7', '203.0.113.7'],
  ],
];

type Sent = Readonly<Record<string, unknown>>;

const bodyOf = ({ body = '', headers }: HttpRequest): Sent =>
  headers['content-type'] === 'application/json' ? JSON.parse(body || '{}') : decodeForm(body);

/** The fields of all requests of an authorisation together; a purchase unit's stand for its order's. */
const sentBy = async (
  subject: PspSubject,
  details: PaymentDetails | undefined = sampleDetails,
  request: AuthorizeRequest = paymentRequest(subject),
) => {
  const { details: _, ...bare } = sampleAttempt();
  const attempt: Attempt = details ? { ...bare, details } : bare;
  const { psp, exchanges } = scripted(
    subject,
    subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
  );
  await psp.authorize(attempt, request, call);
  const requests = exchanges.map((exchange) => exchange.request);
  const bodies = requests.map(bodyOf);
  const units = bodies.flatMap(({ purchase_units }) => (purchase_units as Sent[] | undefined) ?? []);
  return { requests, sent: Object.assign({}, ...bodies, ...units) as Sent, text: JSON.stringify(bodies) };
};

const checked = (subject: PspSubject) => {
  const { document, corrected = (given) => given, added } = subject.specification;
  const spec = corrected(readSpec(document));
  return spec === undefined ? undefined : specification(spec, subject.account.base_url, added);
};

describe.each(places.map(([subject, place, unsent]) => [subject.name, { subject, place, unsent }] as const))(
  'payment details from the merchant, at %s',
  (_, { subject, place, unsent }) => {
    test('each detail is in its field, and absent if not given', async () => {
      const { sent, text } = await sentBy(subject);
      expect(sent).toMatchObject(place);
      for (const word of unsent) expect(text).not.toContain(word);
    });

    test('without details nothing of them is sent', async () => {
      const { text } = await sentBy(subject, {});
      expect(text).not.toMatch(/1042|tickets|gold|customer-7|Lovelace.*shipping/i);
    });

    test('a detail longer than the PSP takes is cut or left out, as its document requires', async () => {
      const long: PaymentDetails = {
        order: 'o'.repeat(100),
        description: `${'d'.repeat(88)}${'😀'.repeat(206)}`,
        statement_descriptor: 'x'.repeat(25),
        customer: { id: 'c'.repeat(100), email: `${'e'.repeat(240)}@a.example`, phone: 'ask me' },
        shipping: {
          name: 'n'.repeat(100),
          address: {
            line1: 'l'.repeat(200),
            line2: 'm'.repeat(200),
            city: `c${'😀'.repeat(49)}`,
            state: 's'.repeat(100),
            postal_code: 'p'.repeat(20),
            country: 'DE',
          },
        },
        metadata: Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`k${at}`, 'v'.repeat(500)])),
      };
      const { requests, text } = await sentBy(subject, long);
      const checker = checked(subject);
      for (const request of requests) expect(checker?.requestProblems(request) ?? []).toEqual([]);
      expect(text.isWellFormed()).toBe(true);
      // As JSON writes half a character.
      expect(text).not.toMatch(/\\ud[89a-f]/);
      expect(text).not.toContain('vvv');
      const { max_length = 0 } = subject.adapter.capabilities.statement_descriptor ?? {};
      expect(text.includes('x'.repeat(25))).toBe(max_length >= 25);
    });

    test('an IPv6 address goes where an IPv4 address goes, if the PSP takes it', async () => {
      const request = { ...paymentRequest(subject), client_ip: '2001:db8::7' };
      const { text, requests } = await sentBy(subject, {}, request);
      expect(text.includes('2001:db8::7')).toBe(subject.name === 'adyen');
      const checker = checked(subject);
      for (const sent of requests) expect(checker?.requestProblems(sent) ?? []).toEqual([]);
    });
  },
);

/** What the PSP is told about why a refund is made. PayPal would show it to the customer. */
const reasons: readonly (readonly [
  PspSubject,
  (sent: Sent) => unknown,
  Readonly<Record<RefundReason, unknown>>,
])[] = [
  [
    stripeSubject,
    ({ reason }) => reason,
    {
      duplicate: 'duplicate',
      fraudulent: 'fraudulent',
      requested_by_customer: 'requested_by_customer',
    },
  ],
  [
    adyenSubject,
    ({ merchantRefundReason }) => merchantRefundReason,
    { duplicate: 'DUPLICATE', fraudulent: 'FRAUD', requested_by_customer: 'CUSTOMER REQUEST' },
  ],
  [
    checkoutComSubject,
    ({ metadata: sent }) => (sent as { readonly reason?: string }).reason,
    {
      duplicate: 'duplicate',
      fraudulent: 'fraudulent',
      requested_by_customer: 'requested_by_customer',
    },
  ],
  [
    squareSubject,
    ({ reason }) => String(reason).split('.')[2],
    {
      duplicate: 'duplicate',
      fraudulent: 'fraudulent',
      requested_by_customer: 'requested_by_customer',
    },
  ],
  [
    paypalSubject,
    ({ note_to_payer }) => note_to_payer,
    { duplicate: undefined, fraudulent: undefined, requested_by_customer: undefined },
  ],
];

describe.each(reasons.map(([subject, read, words]) => [subject.name, { subject, read, words }] as const))(
  'why a refund is made, at %s',
  (_, { subject, read, words }) => {
    const refunded = async (reason: RefundReason | undefined) => {
      const attempt = await paidAttempt(subject, 'automatic');
      const operation = sampleOperation('refund', reason ? { reason } : {});
      const echo = { amount: operation.amount, currency: attempt.currency };
      const { psp, exchanges } = scripted(subject, subject.playOperation('refund', attempt, operation, echo));
      const answer = await psp.refund(attempt, operation, call);
      return { answer, requests: exchanges.map(({ request }) => request) };
    };

    test.each([...refundReasons, undefined])('%s', async (reason) => {
      const { answer, requests } = await refunded(reason);
      expect(answer.outcome).toBe(subject.operations.refund);
      const moving = requests.filter((request) => subject.hasEffect(request)).map(bodyOf);
      expect(moving.map(read)).toEqual([reason && words[reason]]);
      const checker = checked(subject);
      for (const request of requests) expect(checker?.requestProblems(request) ?? []).toEqual([]);
    });
  },
);
