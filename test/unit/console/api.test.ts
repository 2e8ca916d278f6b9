import { afterEach, describe, expect, test } from '@jest/globals';
import { call } from '../../../clients/console/src/api.ts';
import { caller, callerProblem, readCaller } from '../../../clients/console/src/caller.ts';
import { amountOf } from '../../../clients/console/src/pages/amount-of.ts';
import { readOnce } from '../../../clients/console/src/read-once.ts';
import type { Charge } from '../../../clients/server/src/generated/api-types.ts';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** Answers once with each of these, in their order. */
const answering = (...answers: readonly (() => Response)[]): void => {
  const left = [...answers];
  globalThis.fetch = async () => left.shift()?.() ?? Response.error();
};
/** An answer whose connection is lost, or that is given up, before its end. */
const cut = (before: () => void = () => undefined): Response =>
  new Response(
    new ReadableStream({
      pull: (controller) => {
        before();
        controller.error(new TypeError('network error'));
      },
    }),
  );
const whole = (): Response => Response.json({ id: 'ch_1' });
const refund = { body: { charge: 'ch_1' } } as const;

test('an answer that was not read to its end is no success: it may be sent again under its key', async () => {
  answering(() => cut());
  await expect(call('refundCharge', refund)).rejects.toMatchObject({ code: 'unreadable', final: false });
});

test('an answer that is given up halfway is neither shown nor kept', async () => {
  const control = new AbortController();
  answering(() => cut(() => control.abort()), whole);
  const charge = readOnce((id, signal) => call('retrieveCharge', { path: { id } }, { signal }));
  await expect(charge('ch_1', control.signal)).rejects.toMatchObject({ name: 'AbortError' });
  const { signal } = new AbortController();
  await expect(charge('ch_1', signal)).resolves.toEqual({ id: 'ch_1' });
  // Nothing is asked any more.
  await expect(charge('ch_1', signal)).resolves.toEqual({ id: 'ch_1' });
});

describe('the key of a change', () => {
  const charge = { id: 'ch_1', currency: 'eur' } as Charge;
  /** As somebody types it. */
  const refundOf = (typed: string) => {
    const data = new FormData();
    data.set('amount', typed);
    return call('refundCharge', { body: { charge: charge.id, amount: amountOf(data, charge, 2_000) } });
  };
  const refused = (retry: boolean) => () =>
    Response.json({ error: { code: 'x' } }, { status: 503, headers: { 'should-retry': String(retry) } });
  let keys: string[] = [];
  /** Answers like `answering`, and writes down the keys. */
  const respond = (...answers: readonly (() => Response)[]): void => {
    answering(...answers);
    const respond = globalThis.fetch;
    keys = [];
    globalThis.fetch = (address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key') ?? 'none');
      return respond(address, init);
    };
  };

  test('stays until its answer is known, however the same amount is typed', async () => {
    respond(cut, refused(true), whole);
    await expect(refundOf('7')).rejects.toMatchObject({ code: 'unreadable' });
    await expect(refundOf('7.00')).rejects.toMatchObject({ code: 'x' });
    await refundOf('7,0');
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  test('stays when the sign-in has ended meanwhile: that says nothing of the try before', async () => {
    const ended = () =>
      Response.json(
        { error: { code: 'token_invalid' } },
        { status: 401, headers: { 'should-retry': 'false' } },
      );
    // The third answer is the one to asking for a new token.
    respond(cut, ended, ended, whole);
    await expect(refundOf('9')).rejects.toMatchObject({ code: 'unreadable' });
    await expect(refundOf('9')).rejects.toMatchObject({ code: 'token_invalid' });
    await refundOf('9');
    const [first, again, , last] = keys;
    expect([again, last]).toEqual([first, first]);
  });

  test('is another one for another change, and once its answer is final', async () => {
    respond(cut, cut, whole, whole, refused(false), whole);
    for (const [typed, lost] of [
      ['7', true],
      ['8', true],
      ['7', false],
      ['7', false],
      ['8', true],
      ['8', false],
    ] as const)
      await (lost ? expect(refundOf(typed)).rejects.toBeDefined() : refundOf(typed));
    const [seven, eight, again, next, last, after] = keys;
    expect([again, last]).toEqual([seven, eight]);
    expect(new Set([seven, eight, next, after]).size).toBe(4);
  });

  test('is not sent where nothing changes', async () => {
    respond(whole);
    await call('retrieveCharge', { path: { id: 'ch_1' } });
    expect(keys).toEqual(['none']);
  });
});

test('what is known to be nothing is not asked again', async () => {
  let asked = 0;
  const nothing = readOnce(async () => {
    asked += 1;
    return null;
  });
  const { signal } = new AbortController();
  expect([await nothing('evt_1', signal), await nothing('evt_1', signal), asked]).toEqual([null, null, 1]);
});

test('who is signed in stays while that cannot be read, and why is kept until it can', async () => {
  const ada = { object: 'caller', name: 'Ada' };
  answering(cut, () => Response.json(ada), cut);
  await readCaller();
  expect([caller.value, callerProblem.value?.code]).toEqual([undefined, 'unreadable']);
  await readCaller();
  expect([caller.value, callerProblem.value]).toEqual([ada, undefined]);
  await readCaller();
  expect([caller.value, callerProblem.value?.code]).toEqual([ada, 'unreadable']);
});
