import type { Card } from '../../lib/types/card.ts';
import type { MerchantInitiated } from '../../lib/types/credential.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt, AuthorizeRequest, Call, Operation } from '../../lib/types/psp.ts';
import type { PspAccount } from '../../lib/types/psp-account.ts';
import { secret } from '../../lib/types/secret.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../lib/types/transport.ts';
import type { OperationName, PspSubject, Script } from './psp-subject.ts';
import { type ScriptedTransport, scriptedTransport } from './scripted-transport.ts';
import { type WholePsp, wholePsp } from './whole-psp.ts';

/** Unix milliseconds of every test's "now". */
export const now = Date.UTC(2025, 10, 20, 9, 0, 0);

export const cardNumber = '4242424242424242';
export const cvc = '737';
export const apiKey = 'key_of_the_account';
export const returnUrl = 'https://pay.example.com/v1/checkout/sessions/cs_1/return?state=abc';

export const call: Call = { timeout_ms: 9_000, until: Date.UTC(2100) };

/** Everything that a merchant can say of a payment. */
export const sampleDetails = {
  order: 'order-1042',
  description: 'Two tickets to London',
  statement_descriptor: 'TICKETS 1042',
  customer: { id: 'customer-7', email: 'ada@example.com', phone: '+44 20 7946 0958' },
  shipping: {
    name: 'Ada Lovelace',
    address: { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
  },
  metadata: { tier: 'gold', source: 'app' },
} as const;

export const sampleAttempt = (more: Partial<Attempt> = {}): Attempt => ({
  reference: 'ch_01jd4x8m5v6n7p8q9r0s1t2u3v',
  session: 'cs_01jd4x8m5v6n7p8q9r0s1t2u3v',
  amount: 2_599,
  currency: 'eur',
  capture_method: 'automatic',
  started: now - 2_000,
  details: sampleDetails,
  ...more,
});

export const sampleOperation = (name: OperationName, more: Partial<Operation> = {}): Operation => ({
  id: {
    capture: 'cp_01jd4x8m5v6n7p8q9r0s1t2u3v',
    cancel: 'cn_01jd4x8m5v6n7p8q9r0s1t2u3v',
    refund: 're_01jd4x8m5v6n7p8q9r0s1t2u3v',
  }[name],
  amount: name === 'refund' ? 1_000 : 2_599,
  ...more,
});

export const cardRequest = (): AuthorizeRequest => ({
  payment_method: {
    type: 'card',
    card: {
      number: secret(cardNumber),
      cvc: secret(cvc),
      exp_month: 3,
      exp_year: 2030,
      name: 'Ada Lovelace',
      brand: 'visa',
    },
    billing_details: {
      email: 'ada@example.com',
      address: { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
    },
  },
  return_url: returnUrl,
  client_ip: '203.0.113.7',
});

/** The customer pays and agrees to be charged again. */
export const keepingRequest = (): AuthorizeRequest => ({
  ...cardRequest(),
  credential: { usage: 'store', for: 'off_session' },
});

/** What a network calls the payment with which the customer agreed, at whichever PSP. */
export const networkId = '777718270854480';

/** The merchant charges a stored card: no security code, no customer, no browser. */
export const repeatRequest = (more: Partial<MerchantInitiated> = {}): AuthorizeRequest => ({
  payment_method: { type: 'card', card: storedCard() },
  return_url: returnUrl,
  credential: {
    usage: 'stored',
    initiator: 'merchant',
    reason: 'recurring',
    network_transaction_id: networkId,
    ...more,
  },
});

export const storedCard = (): Card => ({
  number: secret(cardNumber),
  exp_month: 3,
  exp_year: 2030,
  name: 'Ada Lovelace',
  brand: 'visa',
});

export const tokenRequest = (subject: PspSubject): AuthorizeRequest => ({
  payment_method: { type: 'psp_token', psp: subject.name, token: secret(subject.psp_token) },
  return_url: returnUrl,
});

/** The request of a payment with whatever the PSP takes: a card where it can, else a token. */
export const paymentRequest = (subject: PspSubject): AuthorizeRequest =>
  subject.adapter.capabilities.card
    ? cardRequest()
    : { ...cardRequest(), payment_method: tokenRequest(subject).payment_method };

export const sampleAccount = (subject: PspSubject): PspAccount => ({
  id: `${subject.name}_test`,
  psp: subject.name,
  base_url: subject.account.base_url,
  livemode: false,
  settings: subject.account.settings,
  credentials: async () => ({ api_key: apiKey, webhook_secrets: subject.account.webhook_secrets }),
});

export const connect = (subject: PspSubject, http: HttpTransport): WholePsp =>
  wholePsp(sampleAccount(subject), http);

/** The adapter over a script, and the record of what it sent. */
export const scripted = (
  subject: PspSubject,
  script: Script,
): ScriptedTransport & { readonly psp: WholePsp } => {
  const transport = scriptedTransport(script);
  return { ...transport, psp: connect(subject, transport.http) };
};

/** The adapter on a PSP that answers by `METHOD path`; what it does not know throws. */
export const answering = (
  subject: PspSubject,
  answers: Readonly<Record<string, HttpResponse>>,
  account: Partial<PspAccount> = {},
) => {
  const { http, exchanges } = scriptedTransport(
    ({ method, url }) => answers[`${method} ${new URL(url).pathname}`],
  );
  return {
    psp: wholePsp({ ...sampleAccount(subject), ...account }, http),
    exchanges,
    sent: () => exchanges.map(({ request }) => `${request.method} ${new URL(request.url).pathname}`),
    request: (index: number): HttpRequest | undefined => exchanges[index]?.request,
  };
};

export const moneyOf = ({ amount, currency }: Money): Money => ({ amount, currency });

/** A sample attempt whose payment the PSP has already taken, or holds. */
export const paidAttempt = async (
  subject: PspSubject,
  capture_method: Attempt['capture_method'],
): Promise<Attempt> => {
  const attempt = sampleAttempt({ capture_method });
  const scene = capture_method === 'manual' ? 'approved' : 'captured';
  const { psp } = scripted(subject, subject.play({ scene }, attempt, moneyOf(attempt)));
  const answer = await psp.authorize(attempt, paymentRequest(subject), call);
  if (!('psp_reference' in answer) || answer.psp_reference === undefined)
    throw new Error(`${subject.name} gave no reference for a payment it took`);
  return { ...attempt, psp_reference: answer.psp_reference };
};

export const operationNames = (subject: PspSubject): readonly OperationName[] =>
  subject.adapter.capabilities.capture.manual ? ['capture', 'cancel', 'refund'] : ['refund'];

export const captureMethodFor = (name: OperationName): Attempt['capture_method'] =>
  name === 'refund' ? 'automatic' : 'manual';
