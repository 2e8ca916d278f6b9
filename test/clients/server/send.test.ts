import { describe, expect, test } from '@jest/globals';
import { isPaymentError, type PaymentError } from '../../../clients/server/src/index.ts';
import { type Answer, sendOf, settings, virtualPlatform } from './virtual-platform.ts';

const refund = { body: { charge: 'ch_1' } };

const errorBody = (code: string, type = 'invalid_request_error') => ({
  error: { type, code, message: 'said', request_id: 'req_1', doc_url: 'https://pay.example/docs/errors' },
});

const failed = async (promise: Promise<unknown>): Promise<PaymentError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isPaymentError(error)) throw new Error(`not a PaymentError: ${error}`);
  return error;
};

/** How often a refund is sent that is always answered like this. */
const triesOf = async (...answers: readonly Answer[]): Promise<number> => {
  const { platform, sent, settle } = virtualPlatform(answers);
  await settle(sendOf(settings, platform)('refundCharge', refund)).catch(() => undefined);
  return sent.length;
};

describe('what is sent again', () => {
  test.each<[string, Answer, number]>([
    ['200', {}, 1],
    ['no connection', { lost: true }, 5],
    ['a body that is not JSON', { body: '<html>' }, 5],
    ['an empty body', { body: '' }, 5],
    ['429', { status: 429 }, 5],
    ['500', { status: 500 }, 5],
    ['502 of a gateway', { status: 502, body: '<html>' }, 5],
    ['503', { status: 503 }, 5],
    ['409 in use', { status: 409, body: errorBody('idempotency_key_in_use', 'idempotency_error') }, 5],
    ['409 of another kind', { status: 409, body: errorBody('charge_not_refundable') }, 1],
    ['400', { status: 400, body: errorBody('parameter_invalid') }, 1],
    ['402', { status: 402, body: errorBody('card_declined', 'card_error') }, 1],
    ['422', { status: 422, body: errorBody('idempotency_key_reused', 'idempotency_error') }, 1],
    ['a redirect', { status: 303, headers: { location: 'https://elsewhere.example' } }, 1],
    ['500, told not to', { status: 500, headers: { 'should-retry': 'false' } }, 1],
    ['429, told not to', { status: 429, headers: { 'should-retry': 'false' } }, 1],
    ['400, told to', { status: 400, headers: { 'should-retry': 'true' } }, 5],
    ['409, told to', { status: 409, headers: { 'should-retry': 'true' } }, 5],
  ])('%s', async (_, answer, tries) => expect(await triesOf(answer)).toBe(tries));

  test('is the same call, key and all', async () => {
    const { platform, sent, settle } = virtualPlatform([{ lost: true }, { status: 503 }, {}]);
    await settle(sendOf(settings, platform)('refundCharge', refund));
    const calls = sent.map(({ url, init: { signal: _, ...init } }) => ({ url, ...init }));
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(call).toEqual(calls[0]);
    expect(calls[0]?.headers).toMatchObject({ 'idempotency-key': 'key-1' });
    // A redirect would carry the key, or the body, to wherever it points.
    expect(calls[0]?.redirect).toBe('manual');
  });

  test('has a new key for every call, or the one that was given', async () => {
    const { platform, sent } = virtualPlatform([{}]);
    const send = sendOf(settings, platform);
    await send('refundCharge', refund);
    await send('refundCharge', refund);
    await send('refundCharge', refund, { idempotencyKey: 'order-7' });
    await send('retrieveCharge', { path: { id: 'ch_1' } });
    await send('updateRoutingRules', { body: { name: 'a', targets: [] } });
    const keys = sent.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key']);
    expect(keys).toEqual(['key-1', 'key-2', 'order-7', undefined, 'key-3']);
  });
});

const invalid = { status: 401, body: errorBody('token_invalid', 'authentication_error') };
const throttled = { status: 429, body: errorBody('too_many_requests', 'rate_limit_error') };

describe.each([
  ['a token that is refused', invalid, 2],
  ['a throttle', throttled, 5],
] as const)('%s', (_, repeated, attempts) => {
  const outcome = async (first: Answer) => {
    const { platform, settle } = virtualPlatform([first, repeated]);
    const error = await failed(settle(sendOf(settings, platform)('refundCharge', refund)));
    return [error.type, error.code, error.attempts, error.status];
  };

  test.each<[string, Answer, string, string]>([
    ['a lost answer', { lost: true }, 'transport_error', 'connection_failed'],
    ['an answer of a gateway', { status: 504, body: '<html>' }, 'transport_error', 'answer_unexpected'],
    ['a failure', { status: 500, body: errorBody('internal', 'api_error') }, 'api_error', 'internal'],
    [
      'a key in use',
      { status: 409, body: errorBody('idempotency_key_in_use', 'idempotency_error') },
      'idempotency_error',
      'idempotency_key_in_use',
    ],
  ])('after %s does not say that nothing was done', async (_, first, type, code) =>
    expect(await outcome(first)).toEqual([type, code, attempts, repeated.status]),
  );
});

describe('a token that is refused', () => {
  const outcome = async (first: Answer) => {
    const { platform, settle } = virtualPlatform([first, invalid]);
    const error = await failed(settle(sendOf(settings, platform)('refundCharge', refund)));
    return [error.type, error.code, error.attempts, error.status];
  };

  test('after a throttle, or at once, does', async () => {
    expect(await outcome({ status: 429, body: '{}' })).toEqual([
      'authentication_error',
      'token_invalid',
      2,
      401,
    ]);
    expect(await outcome(invalid)).toEqual(['authentication_error', 'token_invalid', 1, 401]);
  });

  test('does so of a call that only reads', async () => {
    const { platform, settle } = virtualPlatform([{ lost: true }, invalid]);
    const error = await failed(
      settle(sendOf(settings, platform)('retrieveCharge', { path: { id: 'ch_1' } })),
    );
    expect([error.code, error.attempts]).toEqual(['token_invalid', 2]);
  });
});

describe('the pauses', () => {
  const starts = async (answer: Answer, random: () => number) => {
    const { platform, sent, settle } = virtualPlatform([answer], random);
    await settle(sendOf(settings, platform)('refundCharge', refund)).catch(() => undefined);
    return sent.map(({ at }) => at);
  };
  const gaps = (at: readonly number[]) => at.slice(1).map((time, index) => time - (at[index] ?? 0));

  test('double, and are drawn from their whole length', async () => {
    expect(gaps(await starts({ status: 503 }, () => 1))).toEqual([500, 1000, 2000, 4000]);
    expect(gaps(await starts({ status: 503 }, () => 0.25))).toEqual([125, 250, 500, 1000]);
    expect(gaps(await starts({ status: 503 }, () => 0))).toEqual([0, 0, 0, 0]);
  });

  test('are as long as retry-after says, and a little longer', async () => {
    expect(gaps(await starts({ status: 429, headers: { 'retry-after': '3' } }, () => 0))).toEqual([
      3000, 3000, 3000, 3000,
    ]);
    expect(gaps(await starts({ status: 429, headers: { 'retry-after': '3' } }, () => 1))).toEqual([
      3500, 3500, 3500, 3500,
    ]);
  });

  test('read a retry-after that is a date, and ignore an invalid one', async () => {
    const date = new Date(1_763_630_000_000 + 7_000).toUTCString();
    expect(gaps(await starts({ status: 503, headers: { 'retry-after': date } }, () => 0))[0]).toBe(7000);
    expect(gaps(await starts({ status: 503, headers: { 'retry-after': 'soon' } }, () => 1))[0]).toBe(500);
  });
});

describe('the limits of time', () => {
  test('a try without an answer ends, and so does one whose body does not end', async () => {
    for (const answer of [{ after_ms: 10 ** 9 }, { bodyStalls: true as const }]) {
      const { platform, sent, settle, timers } = virtualPlatform([answer, {}]);
      await settle(sendOf(settings, platform)('refundCharge', refund));
      expect(sent.map(({ at }) => at)).toEqual([0, 40_500]);
      if (answer.after_ms === undefined) expect(timers()).toBe(0);
    }
  });

  test('the whole call ends at its deadline, tries and pauses together', async () => {
    const { platform, settle, now } = virtualPlatform([{ after_ms: 10 ** 9 }]);
    const error = await failed(settle(sendOf(settings, platform)('refundCharge', refund)));
    expect([error.type, error.code, error.attempts]).toEqual(['transport_error', 'timed_out', 3]);
    expect(now()).toBe(120_000);
  });

  test('no pause begins that would end after it: the answer is returned at once', async () => {
    const { platform, settle, now } = virtualPlatform([
      { status: 503, headers: { 'retry-after': '121' }, body: errorBody('storage_unavailable', 'api_error') },
    ]);
    const error = await failed(settle(sendOf(settings, platform)('refundCharge', refund)));
    expect([error.code, error.attempts, now()]).toEqual(['storage_unavailable', 1, 0]);
  });
});

describe('the retry budget', () => {
  test('runs out in an outage, and then every call is sent once', async () => {
    const { platform, sent, settle } = virtualPlatform([{ status: 503 }]);
    const send = sendOf(settings, platform);
    const tries: number[] = [];
    for (let call = 0; call < 5; call++) {
      const before = sent.length;
      await failed(settle(send('refundCharge', refund)));
      tries.push(sent.length - before);
    }
    expect(tries).toEqual([5, 5, 3, 1, 1]);
  });

  test('fills again with calls that are answered', async () => {
    const outage: Answer[] = Array.from({ length: 13 }, () => ({ status: 503 }));
    const answered: Answer[] = Array.from({ length: 10 }, () => ({}));
    const { platform, sent, settle } = virtualPlatform([...outage, ...answered, { status: 503 }]);
    const send = sendOf(settings, platform);
    for (let call = 0; call < 3; call++) await failed(settle(send('refundCharge', refund)));
    for (let call = 0; call < 10; call++) await send('refundCharge', refund);
    const before = sent.length;
    await failed(settle(send('refundCharge', refund)));
    expect(sent.length - before).toBe(3);
  });

  test('does not fill with calls that were given up', async () => {
    const { platform, sent, settle } = virtualPlatform([{ status: 503 }]);
    const send = sendOf(settings, platform);
    for (let call = 0; call < 4; call++) await failed(settle(send('refundCharge', refund)));
    for (let call = 0; call < 50; call++)
      await failed(send('refundCharge', refund, { signal: AbortSignal.abort() }));
    const before = sent.length;
    await failed(settle(send('refundCharge', refund)));
    expect(sent.length - before).toBe(1);
  });

  test('is not spent on waiting for a call of the same key', async () => {
    const inUse = { status: 409, body: errorBody('idempotency_key_in_use', 'idempotency_error') };
    const { platform, sent, settle } = virtualPlatform([inUse]);
    const send = sendOf(settings, platform);
    for (let call = 0; call < 4; call++) await failed(settle(send('refundCharge', refund)));
    expect(sent).toHaveLength(20);
  });
});

describe('a call that is aborted', () => {
  const reason = new Error('the customer left');

  test('before it begins is not sent', async () => {
    const { platform, sent } = virtualPlatform([{}]);
    const error = await failed(
      sendOf(settings, platform)('refundCharge', refund, { signal: AbortSignal.abort(reason) }),
    );
    expect([error.code, error.name, error.cause, sent.length]).toEqual(['aborted', 'AbortError', reason, 0]);
    expect([error.attempts, error.message]).toEqual([0, 'The call was aborted before it was sent.']);
  });

  test.each<[string, Answer]>([
    ['while it waits for an answer', { after_ms: 10 ** 9 }],
    ['while it reads one', { bodyStalls: true }],
    ['while it waits for its next try', { status: 503, headers: { 'retry-after': '5' } }],
    ['while it waits for its next try after a lost answer', { lost: true }],
  ])('%s ends at once, with its key', async (_, answer) => {
    const controller = new AbortController();
    const { platform, sent, timers } = virtualPlatform([answer]);
    const call = sendOf(settings, platform)('refundCharge', refund, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    const error = await failed(call);
    expect([error.code, error.name, error.idempotency_key]).toEqual(['aborted', 'AbortError', 'key-1']);
    expect(error.cause).toBe(reason);
    expect(sent).toHaveLength(1);
    if (answer.after_ms === undefined) expect(timers()).toBe(0);
  });
});

describe('an id that cannot be in a path is not sent', () => {
  test.each(['', '.', '..'])('%j', async (id) => {
    const { platform, sent } = virtualPlatform([{}]);
    await expect(sendOf(settings, platform)('retrieveCharge', { path: { id } })).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(0);
  });

  test('and characters with a meaning in a path are escaped', async () => {
    const { platform, sent } = virtualPlatform([{}]);
    await sendOf(settings, platform)('retrieveCharge', { path: { id: '../routing/rules?a#b' } });
    expect(sent[0]?.url).toBe('https://pay.example/v1/charges/..%2Frouting%2Frules%3Fa%23b');
  });
});
