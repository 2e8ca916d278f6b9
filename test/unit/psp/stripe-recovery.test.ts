import { describe, expect, test } from '@jest/globals';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import {
  call,
  cardRequest,
  moneyOf,
  now,
  paidAttempt,
  sampleAttempt,
  scripted,
} from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { stripeSubject } from '../../conformance/stripe.ts';
import { declineError, intentId, paymentIntent } from '../../conformance/stripe-events.ts';

const attempt = sampleAttempt();
const hour = 3_600_000;
const isCreate = ({ url }: HttpRequest) => url.endsWith('/v1/payment_intents');

/** Stripe keeps this intent, whichever call asks. */
const keeping = (
  state: { readonly status: string; readonly [field: string]: unknown },
  more: object = {},
): Script => {
  const intent = { ...paymentIntent(attempt, attempt, state), ...more };
  return ({ method, url }) => {
    if (url.endsWith('/v1/payment_intents')) return answered(200, intent);
    if (method === 'GET' && url.includes(`/${intentId}?`)) return answered(200, intent);
    return undefined;
  };
};

const lookUp = async (script: Script, of = attempt) => {
  const { psp, exchanges } = scripted(stripeSubject, script);
  return { answer: await psp.lookUp?.(of, call), requests: exchanges.map(({ request }) => request) };
};

describe('look-up', () => {
  test('without the intent’s id: the creation again, byte for byte, and no card', async () => {
    const first = scripted(
      stripeSubject,
      stripeSubject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
    );
    await first.psp.authorize(attempt, cardRequest(), call);
    const { requests } = await lookUp(keeping({ status: 'succeeded' }));
    const again = requests.find(isCreate);
    const { timeout_ms: _, ...sent } = first.exchanges.map(({ request }) => request).find(isCreate) ?? {
      timeout_ms: 0,
    };
    expect(again).toMatchObject(sent);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  test('with it: one GET', async () => {
    const { answer, requests } = await lookUp(
      keeping({ status: 'succeeded' }),
      await paidAttempt(stripeSubject, 'automatic'),
    );
    expect(answer).toEqual({ outcome: 'captured', psp_reference: intentId, amount_captured: 2_599 });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('an intent that was never confirmed is no proof: the confirm may be on its way', async () => {
    for (const status of ['requires_payment_method', 'requires_confirmation'])
      expect((await lookUp(keeping({ status }))).answer).toEqual({
        outcome: 'unknown',
        doubt: 'pending',
        psp_reference: intentId,
      });
  });

  test('canceled is dead, whatever the amount', async () => {
    const { answer } = await lookUp(keeping({ status: 'canceled' }, { amount: 1 }), {
      ...attempt,
      psp_reference: intentId,
    });
    expect(answer).toEqual({ outcome: 'canceled', psp_reference: intentId });
  });

  test('a refusal of the question is no answer about the payment', async () => {
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      const refusing: Script = () =>
        answered(status, { error: { type: 'invalid_request_error', code: 'resource_missing' } });
      expect((await lookUp(refusing)).answer?.outcome).toBe('unknown');
      expect((await lookUp(refusing, { ...attempt, psp_reference: intentId })).answer?.outcome).toBe(
        'unknown',
      );
    }
  });

  test('after the key’s 24 hours the creation makes a new intent, which says nothing', async () => {
    const created = (ms: number) =>
      keeping({ status: 'canceled' }, { created: Math.floor((attempt.started + ms) / 1_000) });
    expect((await lookUp(created(23 * hour))).answer?.outcome).toBe('canceled');
    for (const ms of [24 * hour, 25 * hour, 30 * 24 * hour]) {
      const { answer, requests } = await lookUp(created(ms));
      expect(answer).toEqual({ outcome: 'unknown', doubt: 'unreadable_answer' });
      expect(requests).toHaveLength(1);
    }
    const undated = keeping({ status: 'canceled' }, { created: undefined });
    expect((await lookUp(undated)).answer?.outcome).toBe('unknown');
  });

  test('a kept 500 of the creation: no call was ever told an intent to confirm', async () => {
    const kept =
      (headers: Record<string, string>): Script =>
      () =>
        answered(500, { error: { type: 'api_error' } }, headers);
    expect((await lookUp(kept({ 'idempotent-replayed': 'true' }))).answer).toEqual({ outcome: 'absent' });
    expect((await lookUp(kept({}))).answer).toEqual({ outcome: 'unknown', doubt: 'ambiguous_error' });
  });
});

describe('cancelByReference', () => {
  const cancelByReference = async (cancel: HttpResponse, known: boolean) => {
    const script: Script = (request) =>
      request.url.endsWith('/cancel') ? cancel : keeping({ status: 'requires_payment_method' })(request);
    const { psp, exchanges } = scripted(stripeSubject, script);
    const answer = await psp.cancelByReference?.(
      known ? { ...attempt, psp_reference: intentId } : attempt,
      call,
    );
    return { answer, requests: exchanges.map(({ request }) => request) };
  };
  const refused = (intent: unknown): HttpResponse =>
    answered(400, {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      },
    });

  test.each([true, false])('cancels the intent, its id known: %s', async (known) => {
    const { answer, requests } = await cancelByReference(
      answered(200, paymentIntent(attempt, attempt, { status: 'canceled' })),
      known,
    );
    expect(answer).toEqual({ outcome: 'canceled', psp_reference: intentId });
    expect(requests).toHaveLength(known ? 1 : 2);
    expect(requests.at(-1)?.headers).not.toHaveProperty('idempotency-key');
  });

  test('comes after a confirm that took the money: that is the answer', async () => {
    const { answer } = await cancelByReference(
      refused(paymentIntent(attempt, attempt, { status: 'succeeded' })),
      true,
    );
    expect(answer).toEqual({ outcome: 'captured', psp_reference: intentId, amount_captured: 2_599 });
  });

  test('a second cancel by reference finds the first’s work', async () => {
    const { answer } = await cancelByReference(
      refused(paymentIntent(attempt, attempt, { status: 'canceled' })),
      true,
    );
    expect(answer).toEqual({ outcome: 'canceled', psp_reference: intentId });
  });

  test.each(['processing', 'requires_payment_method', 'requires_action'])(
    'refused in state %s proves nothing',
    async (status) => {
      const { answer } = await cancelByReference(refused(paymentIntent(attempt, attempt, { status })), true);
      expect(answer?.outcome).toBe('unknown');
    },
  );

  test.each([
    ['declined', { status: 'requires_payment_method', last_payment_error: declineError('do_not_honor') }],
    [
      'waiting for the customer',
      {
        status: 'requires_action',
        next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://hooks.stripe.com/3d' } },
      },
    ],
  ])('an intent that is %s after it can still take money', async (_, state) => {
    const intent = paymentIntent(attempt, attempt, state);
    for (const cancel of [refused(intent), answered(200, intent)])
      expect((await cancelByReference(cancel, true)).answer).toEqual({
        outcome: 'unknown',
        doubt: 'ambiguous_error',
        psp_reference: intentId,
      });
  });

  test('a refusal without the intent proves nothing', async () => {
    for (const status of [400, 404]) {
      const answer = answered(status, { error: { type: 'invalid_request_error', code: 'resource_missing' } });
      expect((await cancelByReference(answer, true)).answer?.outcome).toBe('unknown');
    }
  });

  test('does not touch an intent made after the key’s window', async () => {
    const late: Script = (request) =>
      isCreate(request)
        ? answered(200, {
            ...paymentIntent(attempt, attempt, { status: 'requires_payment_method' }),
            created: Math.floor(now / 1_000) + 25 * 3_600,
          })
        : undefined;
    const { psp } = scripted(stripeSubject, late);
    expect(await psp.cancelByReference?.(attempt, call)).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
  });
});
