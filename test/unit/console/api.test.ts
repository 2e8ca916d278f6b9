import { afterEach, expect, test } from '@jest/globals';
import { call } from '../../../clients/console/src/api.ts';
import { caller, callerProblem, readCaller } from '../../../clients/console/src/caller.ts';
import { readOnce } from '../../../clients/console/src/read-once.ts';

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
