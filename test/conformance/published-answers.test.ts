import { describe, expect, test } from '@jest/globals';
import type { Attempt, Psp } from '../../lib/types/psp.ts';
import { readReference } from '../tools/specs.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import type { PspSubject, Script } from './psp-subject.ts';
import { call, paymentRequest, sampleAttempt, sampleOperation, scripted } from './samples.ts';
import { answered } from './scripted-transport.ts';
import { squareSubject } from './square.ts';

/**
 * What the PSPs' documents and SDKs give as answers, word for word. Each has the outcome it must lead to, or the reason why it is never asked for.
 */
type Answer = { readonly name: string; readonly path: string; readonly status: number; readonly body?: Body };
type Body = {
  readonly id?: string;
  readonly status?: string;
  readonly reference?: string;
  readonly merchantReference?: string;
  readonly amount?: number | { readonly value: number; readonly currency: string };
  readonly currency?: string;
  readonly source?: { readonly type: string };
};
type Outcome = { readonly outcome: string; readonly [field: string]: unknown };
type Ask = (psp: Psp, attempt: Attempt) => Promise<unknown> | undefined;

const unknown = (doubt: string): Outcome => ({ outcome: 'unknown', doubt });
const failed = (reason: string): Outcome => ({ outcome: 'failed', reason });

/** The attempt that such an answer would be about. */
const attemptOf = ({ reference, merchantReference = reference, amount, currency }: Body = {}): Attempt => {
  const money = typeof amount === 'object' ? amount : { value: amount ?? 1_000, currency: currency ?? 'USD' };
  return sampleAttempt({
    psp_reference: 'pay_known_from_before',
    amount: money.value,
    currency: money.currency.toLowerCase(),
    ...(merchantReference !== undefined && { reference: merchantReference }),
  });
};

const asked = (subject: PspSubject, script: Script, attempt: Attempt, ask: Ask) =>
  ask(scripted(subject, script).psp, attempt);

const authorize =
  (subject: PspSubject): Ask =>
  (psp, attempt) =>
    psp.authorize(attempt, paymentRequest(subject), call);
const complete =
  (subject: PspSubject): Ask =>
  (psp, attempt) =>
    psp.completeAuthentication(attempt, subject.return_params, call);
const operate =
  (name: 'capture' | 'cancel' | 'refund'): Ask =>
  (psp, attempt) =>
    psp[name](attempt, sampleOperation(name, { amount: attempt.amount }), call);

const checkoutCom = readReference('fixtures/checkout_com.json') as
  | { readonly exchanges: readonly (Answer & { readonly method: string })[] }
  | undefined;
const adyen = readReference('fixtures/adyen.json') as
  | { readonly examples: readonly Answer[]; readonly mocks: readonly Answer[] }
  | undefined;
const square = readReference('fixtures/square.json') as
  | Readonly<Record<'payments' | 'refunds', Readonly<Record<string, object>>>>
  | undefined;
const given = (document: unknown) => (document === undefined ? describe.skip : describe);

given(checkoutCom)('Checkout.com: the exchanges of its SDK’s tests', () => {
  const exchanges = checkoutCom?.exchanges ?? [];
  const payments = exchanges.filter(({ method, path }) => method === 'POST' && path === '/payments');
  const isCard = ({ body }: Answer): boolean => body?.status === 'Authorized' && body.source?.type === 'card';

  /** By the end of their names; what is no card payment has a reason instead. */
  const others: Readonly<Record<string, Outcome | string>> = {
    'should perform 3DS payment request with a Card Source': { outcome: 'requires_action' },
    // Its links are empty: nobody knows where the customer is to go.
    'should perform 3dS payment request with a Card Source': unknown('pending'),
    'should decline payment request with a Card Source': { outcome: 'do_not_honor', code: '20005' },
    // Beside `processing_error`, which says by itself that nobody knows.
    'should dynamically determine source type for token': {
      outcome: 'incorrect_card_data',
      code: 'token_expired',
    },
    'should perform payout with dynamically determined token type': {
      outcome: 'incorrect_card_data',
      code: 'token_expired',
    },
    'should throw ValidationError': { outcome: 'invalid_request', code: 'payment_source_required' },
    'should throw TooManyRequestsError': { outcome: 'rate_limited' },
    'should throw AuthenticationError': { outcome: 'psp_unavailable' },
    'should error out with API Error for payment request with a Card Source': unknown('ambiguous_error'),
    'should throw BadGateway': unknown('ambiguous_error'),
    'should perform payout with type': 'a payout',
    'should perform payout with mentioned type': 'a payout',
    'should perform payout with dynamically determined id type': 'a payout',
    'should perform normal payment request with Sofort': 'another means of payment',
    'should process a SEPA payment': 'another means of payment',
  };
  const shortName = ({ name }: Answer): string => name.split(': ')[1] ?? '';

  test.each(payments.filter(isCard).map((one, at) => [`${at} ${one.name}`, one] as const))(
    'taken: %s',
    async (_, { status, body }) => {
      const script = () => answered(status, body);
      const attempt = attemptOf(body);
      const expected = { outcome: 'captured', amount_captured: body?.amount };
      expect(await asked(checkoutComSubject, script, attempt, authorize(checkoutComSubject))).toMatchObject(
        expected,
      );
      const held: Attempt = { ...attempt, capture_method: 'manual' };
      expect(await asked(checkoutComSubject, script, held, authorize(checkoutComSubject))).toMatchObject({
        outcome: 'approved',
      });
    },
  );

  const rest = payments.filter((one) => !isCard(one));

  test('every other one has an outcome, or a reason', () => {
    expect(rest.map(shortName).sort()).toEqual(Object.keys(others).sort());
  });

  test.each(rest.map((one) => [shortName(one), one] as const))('%s', async (name, { status, body }) => {
    const expected = others[name];
    if (typeof expected === 'string') return;
    const answer = () => answered(status, body);
    expect(
      await asked(checkoutComSubject, answer, attemptOf(body), authorize(checkoutComSubject)),
    ).toMatchObject(expected ?? {});
  });

  test.each([
    [/captures$/, 401, 'capture', failed('psp_unavailable')],
    [/voids$/, 401, 'cancel', failed('psp_unavailable')],
    [/refunds$/, 401, 'refund', failed('psp_unavailable')],
    // The payment says what became of it, and here nobody tells of the payment either.
    [/captures$/, 403, 'capture', unknown('ambiguous_error')],
    [/captures$/, 404, 'capture', unknown('unreadable_answer')],
    [/voids$/, 404, 'cancel', unknown('unreadable_answer')],
    [/refunds$/, 404, 'refund', unknown('unreadable_answer')],
  ] as const)('%s answers %i', async (path, status, name, expected) => {
    const found = exchanges.find((one) => path.test(one.path) && one.status === status);
    const script = () => answered(found?.status ?? 0, found?.body);
    expect(await asked(checkoutComSubject, script, attemptOf(), operate(name))).toMatchObject(expected);
  });

  test('a payment that is found by its reference', async () => {
    const list = exchanges.find(({ path, status }) => path === '/payments?reference=1234' && status === 200);
    const attempt = attemptOf({ reference: '1234', amount: 1_000, currency: 'GBP' });
    const script: Script = ({ url }) => answered(200, url.endsWith('/actions') ? [] : list?.body);
    const held: Attempt = { ...attempt, capture_method: 'manual' };
    const { psp_reference: _, ...unseen } = held;
    expect(
      await asked(checkoutComSubject, script, unseen, (psp, one) => psp.lookUp?.(one, call)),
    ).toMatchObject({
      outcome: 'approved',
      psp_reference: 'pay_3lird6z63jpujguvaxnjyqsu4e',
    });
  });
});

given(adyen)('Adyen: the examples of its document, and the mocks of its SDK', () => {
  const answers = (adyen?.examples ?? []).filter(({ status }) => status !== undefined);
  const errors = (of: (outcome: string) => Outcome): Readonly<Record<string, Outcome>> => ({
    'generic 400': of('invalid_request'),
    'generic 401': of('psp_unavailable'),
    // "Invalid Merchant Account".
    'generic 403': of('not_supported'),
    'generic 422': of('invalid_request'),
    // "Payment details are not supported": the account's set-up.
    'generic 500': of('not_supported'),
  });
  const definite = errors((outcome) => ({ outcome }));
  const refused = errors(failed);
  /** That a cancel by reference is refused proves nothing of the payment. */
  const open = errors(() => unknown('ambiguous_error'));
  const pending = { outcome: 'pending', psp_reference: '993617894906488A' };
  /** Taken, but nobody says how much: the webhook does. */
  const unstated = unknown('unreadable_answer');

  const expected: Readonly<
    Record<string, { readonly ask: Ask | string; readonly of: Readonly<Record<string, Outcome>> }>
  > = {
    '/payments': {
      ask: authorize(adyenSubject),
      of: {
        ...definite,
        // Native 3-D Secure, which is never asked for.
        'card-3d-secure-2-web 200': { outcome: 'authentication_required', code: 'IdentifyShopper' },
        'card-3d-secure-redirect 200': { outcome: 'requires_action', psp_reference: 'JLCMPCQ8HXSKGK82' },
        'card-direct 200': unstated,
        'card-securedfields 200': unstated,
        'enableOneClick-SF 200': unstated,
        'ideal 200': { outcome: 'requires_action' },
        'on-demand-top-up-from-transfer-instrument 200': unstated,
        'on-demand-top-up-visa 200': unstated,
        'split-balanceplatform 200': { outcome: 'captured', amount_captured: 40_000 },
        'subscription-first-transaction 200': unstated,
      },
    },
    '/payments/details': {
      ask: complete(adyenSubject),
      // The short answer names neither charge nor amount.
      of: { ...definite, '00.redirect 200': unknown('pending') },
    },
    '/cancels': {
      ask: (psp, attempt) => psp.cancelByReference?.(attempt, call),
      of: { ...open, 'cancel-with-own-reference 201': { outcome: 'fencing' } },
    },
    '/payments/{paymentPspReference}/captures': {
      ask: operate('capture'),
      of: {
        ...refused,
        'capture 201': pending,
        'split-balanceplatform 201': pending,
        'split-classic 201': pending,
      },
    },
    '/payments/{paymentPspReference}/refunds': {
      ask: operate('refund'),
      of: { ...refused, 'refund 201': pending },
    },
    '/payments/{paymentPspReference}/cancels': {
      ask: operate('cancel'),
      of: { ...refused, 'cancel-with-psp-reference 201': pending },
    },
    '/payments/{paymentPspReference}/reversals': { ask: 'cancels and refunds are asked for by name', of: {} },
  };

  test.each(answers.map((one) => [one.path, `${one.name} ${one.status}`, one] as const))(
    '%s: %s',
    async (path, name, { status, body }) => {
      const { ask, of } = expected[path] ?? { ask: authorize(adyenSubject), of: {} };
      if (typeof ask === 'string') return;
      const script = () => answered(status, body);
      const outcome = of[name];
      expect(outcome).toBeDefined();
      expect(await asked(adyenSubject, script, attemptOf(body), ask)).toMatchObject(outcome ?? {});
    },
  );

  test.each([
    ['payments3DS2NativeAction', 200, authorize, { outcome: 'authentication_required' }],
    ['paymentsRedirectAction', 200, authorize, { outcome: 'requires_action' }],
    ['paymentsSuccess', 200, authorize, unstated],
    ['paymentsResultSucess', 200, authorize, unstated],
    ['paymentsResultMultibancoSuccess', 200, authorize, unknown('pending')],
    ['paymentsErrorInvalidData422', 422, authorize, { outcome: 'invalid_request', code: '130' }],
    ['paymentsResultErrorInvalidDataPayload422', 422, authorize, { outcome: 'invalid_request' }],
    ['paymentsDetailsSuccess', 200, complete, unknown('pending')],
    ['paymentsDetailsErrorInvalidData422', 422, complete, { outcome: 'incorrect_card_data', code: '101' }],
  ] as const)('mock %s', async (name, status, ask, outcome) => {
    const { body } = adyen?.mocks.find((mock) => mock.name === name) ?? {};
    const script = () => answered(status, body);
    expect(await asked(adyenSubject, script, attemptOf(body), ask(adyenSubject))).toMatchObject(outcome);
  });

  test('every mock is here', () => expect(adyen?.mocks).toHaveLength(9));
});

given(square)('Square: the answers of its SDK’s wire tests', () => {
  type Reported = {
    readonly id: string;
    readonly payment_id?: string;
    readonly reference_id?: string;
    readonly amount_money: { readonly amount: number; readonly currency: string };
  };
  const reported = (body: object): Reported | undefined =>
    Object.values(body)
      .flat()
      .find((one) => (one as Reported).amount_money !== undefined);
  const attemptFor = (body: object): Attempt => {
    const { id, payment_id = id, reference_id, amount_money } = reported(body) ?? {};
    return sampleAttempt({
      amount: amount_money?.amount ?? 1_000,
      currency: (amount_money?.currency ?? 'USD').toLowerCase(),
      ...(payment_id !== undefined && { psp_reference: payment_id }),
      ...(reference_id !== undefined && { reference: reference_id }),
    });
  };
  const lookUp: Ask = (psp, attempt) => psp.lookUp?.(attempt, call);

  test.each([
    ['create', authorize(squareSubject), { outcome: 'captured', amount_captured: 1_000 }],
    ['get', lookUp, { outcome: 'captured', amount_captured: 555 }],
    ['complete', operate('capture'), { outcome: 'succeeded', amount: 555 }],
    ['cancel', operate('cancel'), { outcome: 'succeeded' }],
    // Of another amount than its tip and total say.
    ['update', lookUp, unknown('amount_mismatch')],
    // Nothing is known by it alone: the payment is looked at afterwards.
    [
      'cancelByIdempotencyKey',
      ((psp, attempt) => psp.cancelByReference?.(attempt, call)) satisfies Ask,
      unknown('pending'),
    ],
  ] as const)('payments: %s', async (name, ask, outcome) => {
    const whole = square?.payments[name] ?? {};
    const { errors: _, ...body } = whole as { readonly errors?: unknown };
    const attempt = attemptFor(body);
    expect(await asked(squareSubject, () => answered(200, body), attempt, ask)).toMatchObject(outcome);
    // With the error that every one of them also holds, it is no success.
    expect(await asked(squareSubject, () => answered(500, whole), attempt, ask)).toMatchObject({
      outcome: 'unknown',
    });
  });

  test('every answer is here; a list of payments, and refunds of others, are read for ours only', () => {
    expect(Object.keys(square?.payments ?? {}).sort()).toEqual(
      ['list', 'create', 'cancelByIdempotencyKey', 'get', 'update', 'cancel', 'complete'].sort(),
    );
    expect(Object.keys(square?.refunds ?? {}).sort()).toEqual(['RefundPayment', 'get', 'list']);
  });

  test('a refund with a reason of somebody else’s is not taken for ours', async () => {
    const { errors: _, ...body } = (square?.refunds.RefundPayment ?? {}) as { readonly errors?: unknown };
    expect(
      await asked(squareSubject, () => answered(200, body), attemptFor(body), operate('refund')),
    ).toMatchObject({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
  });
});
