import { describe, expect, test } from '@jest/globals';
import { paypalPaths } from '../../conformance/paypal.ts';
import { paypalOrder } from '../../conformance/paypal-events.ts';
import { call, cardRequest } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { specification } from '../../conformance/specification.ts';
import { readSpec } from '../../tools/specs.ts';
import {
  attempt,
  captured,
  created,
  issue,
  known,
  money,
  order,
  paypalOn,
  refused,
  timeout,
} from './paypal-harness.ts';

const paying = (...answers: Parameters<typeof paypalOn>[0][number][1][]) =>
  paypalOn([
    ['/v2/checkout/orders', created],
    [`/${order}/capture`, ...answers],
  ]);

describe('3-D Secure', () => {
  const link = { links: [{ rel: 'payer-action', href: 'https://paypal.example/3ds', method: 'GET' }] };
  const authenticated = (liability_shift: string, enrollment_status: string) => ({
    status: 'APPROVED',
    payment_source: {
      card: { authentication_result: { liability_shift, three_d_secure: { enrollment_status } } },
    },
  });
  const returning = (state: { status: string }, ...pays: Parameters<typeof paypalOn>[0][number][1][]) =>
    paypalOn([
      [`/orders/${order}`, answered(200, paypalOrder(attempt, money, state))],
      [`/${order}/capture`, ...pays],
    ]);

  test('asked for with status 201 instead of an error', async () => {
    const { psp } = paying(
      answered(201, paypalOrder(attempt, money, { status: 'PAYER_ACTION_REQUIRED', ...link })),
    );
    expect(await psp.authorize(attempt, cardRequest(), call)).toEqual({
      outcome: 'requires_action',
      redirect_url: 'https://paypal.example/3ds',
      psp_reference: order,
    });
  });

  test('a payment that is declined for the account cannot be completed again', async () => {
    const declined = captured('DECLINED', { processor_response: { response_code: '1320' } });
    const { psp } = returning(authenticated('POSSIBLE', 'Y'), answered(201, declined));
    expect(await psp.completeAuthentication(known, {}, call)).toMatchObject({
      outcome: 'not_supported',
      code: '1320',
      refuses_completion: true,
    });
  });

  test('asked for without a page to go to is a decline that the customer can answer', async () => {
    const { psp } = paying(issue(422, 'PAYER_ACTION_REQUIRED'));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({
      outcome: 'authentication_required',
    });
  });

  test.each([
    ['POSSIBLE', 'Y'],
    ['YES', 'Y'],
    ['NO', 'N'],
    ['NO', 'U'],
    ['NO', 'B'],
  ])(
    'liability %s, enrolled %s: our call pays it, under its own key and without a card',
    async (shift, enrolled) => {
      const { psp, to, exchanges } = returning(authenticated(shift, enrolled), answered(201, captured()));
      expect(await psp.completeAuthentication(known, {}, call)).toEqual({
        outcome: 'captured',
        psp_reference: order,
        amount_captured: 2_599,
        amount_refunded: 0,
      });
      const [paid] = to('/capture');
      expect([paid?.headers['paypal-request-id'], paid?.body]).toEqual([`${attempt.reference}-a`, '{}']);
      const document = readSpec('paypal-orders.openapi.json');
      if (document === undefined) return;
      const { requestProblems } = specification(document, 'https://api-m.sandbox.paypal.com', paypalPaths());
      expect(exchanges.flatMap(({ request }) => requestProblems(request))).toEqual([]);
    },
  );

  test.each([
    ['NO', 'Y'],
    ['UNKNOWN', 'Y'],
  ])('liability %s, enrolled %s: nothing is paid', async (shift, enrolled) => {
    const { psp, to } = returning(authenticated(shift, enrolled));
    expect(await psp.completeAuthentication(known, {}, call)).toMatchObject({
      outcome: 'authentication_failed',
    });
    expect(to('/capture')).toHaveLength(0);
  });

  test('the customer came back without visiting PayPal: nothing is paid, and PayPal still waits', async () => {
    const { psp, to } = returning({ status: 'PAYER_ACTION_REQUIRED', ...link });
    expect(await psp.completeAuthentication(known, {}, call)).toEqual({
      outcome: 'requires_action',
      redirect_url: 'https://paypal.example/3ds',
      psp_reference: order,
    });
    expect(to('/capture')).toHaveLength(0);
  });

  test.each([
    ['lost', timeout, { outcome: 'unknown', doubt: 'timeout' }],
    ['not sent', refused, { outcome: 'not_sent' }],
    ['limited', answered(429, {}), { outcome: 'rate_limited' }],
    ['refused for our account', issue(403, 'PERMISSION_DENIED'), { outcome: 'psp_unavailable' }],
    ['malformed', issue(400, 'INVALID_PARAMETER_SYNTAX'), { outcome: 'invalid_request' }],
    ['declined', answered(201, captured('DECLINED')), { outcome: 'unmapped' }],
    ['made before', issue(422, 'ORDER_ALREADY_CAPTURED'), { outcome: 'duplicate' }],
  ] as const)('our call is %s', async (_, answer, expected) => {
    const { psp } = returning(authenticated('POSSIBLE', 'Y'), answer);
    expect(await psp.completeAuthentication(known, {}, call)).toMatchObject({
      ...expected,
      psp_reference: order,
    });
  });

  test.each([
    ['PAYMENT_DENIED', 422],
    ['ORDER_NOT_APPROVED', 422],
    ['PAYEE_ACCOUNT_RESTRICTED', 422],
    ['ORDER_EXPIRED', 422],
    ['AN_ISSUE_OF_TOMORROW', 400],
    ['PERMISSION_DENIED', 403],
    ['INVALID_RESOURCE_ID', 404],
  ])('our call is refused for good with %s', async (code, status) => {
    const { psp } = returning(authenticated('POSSIBLE', 'Y'), issue(status, code));
    expect(await psp.completeAuthentication(known, {}, call)).toMatchObject({
      code,
      refuses_completion: true,
    });
  });

  test.each([
    ['our key', issue(401, 'AUTHENTICATION_FAILURE')],
    ['our rate', issue(429, 'RATE_LIMIT_REACHED')],
    ['what an earlier call did', issue(422, 'ORDER_ALREADY_CAPTURED')],
    ['an accident', issue(500, 'INTERNAL_SERVER_ERROR')],
    ['nothing that PayPal says', answered(404, {})],
  ])('our call is not refused for good because of %s', async (_, answer) => {
    const { psp } = returning(authenticated('POSSIBLE', 'Y'), answer);
    expect(await psp.completeAuthentication(known, {}, call)).not.toHaveProperty('refuses_completion');
  });

  test.each([
    ['an issue', issue(404, 'INVALID_RESOURCE_ID'), 'INVALID_RESOURCE_ID'],
    ['a name alone', answered(404, { name: 'RESOURCE_NOT_FOUND', debug_id: '1' }), 'RESOURCE_NOT_FOUND'],
  ])('an order that is gone, by %s, can never be paid', async (_, answer, code) => {
    const { psp, to } = paypalOn([[`/orders/${order}`, answer]]);
    expect(await psp.completeAuthentication(known, {}, call)).toEqual({
      outcome: 'invalid_request',
      code,
      refuses_completion: true,
      psp_reference: order,
    });
    expect(to('/capture')).toHaveLength(0);
  });

  test.each([
    ['hidden from us', issue(403, 'PERMISSION_DENIED')],
    ['asked for in another form', issue(400, 'INVALID_PARAMETER_SYNTAX')],
  ])('an order that is only %s may still be paid later', async (_, answer) => {
    const { psp } = paypalOn([[`/orders/${order}`, answer]]);
    expect(await psp.completeAuthentication(known, {}, call)).not.toHaveProperty('refuses_completion');
  });

  test.each([
    ['not reached', refused, { outcome: 'not_sent' }],
    ['lost', timeout, { outcome: 'unknown', doubt: 'timeout' }],
    [
      'without our charge on it',
      answered(200, { ...paypalOrder(attempt, money, { status: 'APPROVED' }), purchase_units: [{}] }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
  ] as const)('an order that is %s is not paid', async (_, answer, expected) => {
    const { psp, to } = paypalOn([[`/orders/${order}`, answer]]);
    expect(await psp.completeAuthentication(known, {}, call)).toEqual({ ...expected, psp_reference: order });
    expect(to('/capture')).toHaveLength(0);
  });
});
