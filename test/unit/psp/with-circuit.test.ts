import { describe, expect, test } from '@jest/globals';
import { withCircuit } from '../../../lib/psp/with-circuit.ts';
import type { AnyMethodPsp, Attempt, AuthorizationResult, AuthorizeRequest } from '../../../lib/types/psp.ts';

const reached: AuthorizationResult = { outcome: 'do_not_honor' };
const notReached: AuthorizationResult = { outcome: 'not_sent', code: 'ECONNREFUSED' };

const setUp = () => {
  let now = 1_000_000;
  let calls = 0;
  let answer: AuthorizationResult = notReached;
  const psp = withCircuit(
    {
      authorize: async () => {
        calls += 1;
        return answer;
      },
    } as unknown as AnyMethodPsp,
    { now: () => now },
  );
  return {
    authorize: () => psp.authorize({} as Attempt, {} as AuthorizeRequest, { timeout_ms: 1 }),
    calls: () => calls,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    answerWith: (next: AuthorizationResult) => {
      answer = next;
    },
  };
};

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let i = 0; i < count; i++) await work();
};

describe('withCircuit', () => {
  test('after five attempts in a row that never reached the PSP it is not called', async () => {
    const { authorize, calls } = setUp();
    await times(5, authorize);
    expect(await authorize()).toEqual({ outcome: 'not_sent', code: 'circuit_open' });
    expect(calls()).toBe(5);
  });

  test('an attempt that reached the PSP in between resets the count, whatever it answered', async () => {
    const { authorize, calls, answerWith } = setUp();
    await times(4, authorize);
    answerWith(reached);
    await authorize();
    answerWith(notReached);
    await times(4, authorize);
    expect(await authorize()).toEqual(notReached);
    expect(calls()).toBe(10);
  });

  test.each(['vault_unavailable', 'vault_refused'])(
    '%s is neither a failure of the PSP nor a sign that it works',
    async (code) => {
      const { authorize, calls, answerWith } = setUp();
      await times(4, authorize);
      answerWith({ outcome: 'not_sent', code });
      await times(20, authorize);
      expect(calls()).toBe(24);
      answerWith(notReached);
      await authorize();
      expect(await authorize()).toEqual({ outcome: 'not_sent', code: 'circuit_open' });
    },
  );

  test('after five seconds one attempt tries; the others wait for what it finds', async () => {
    const { authorize, calls, pass } = setUp();
    await times(5, authorize);
    pass(5_000);
    expect(await Promise.all([authorize(), authorize()])).toEqual([
      notReached,
      { outcome: 'not_sent', code: 'circuit_open' },
    ]);
    expect(calls()).toBe(6);
  });

  test('a PSP that is back is used at once', async () => {
    const { authorize, calls, pass, answerWith } = setUp();
    await times(5, authorize);
    pass(5_000);
    answerWith(reached);
    expect(await authorize()).toEqual(reached);
    expect(await authorize()).toEqual(reached);
    expect(calls()).toBe(7);
  });
});

test('a clock set back does not keep the circuit open', async () => {
  const { authorize, calls, pass } = setUp();
  await times(5, authorize);
  pass(-300_000);
  await authorize();
  expect(calls()).toBe(6);
});
