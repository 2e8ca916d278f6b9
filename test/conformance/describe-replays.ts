import { describe, expect, test } from '@jest/globals';
import type { Attempt, Operation } from '../../lib/types/psp.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import type { OperationName, PspSubject } from './psp-subject.ts';
import {
  call,
  captureMethodFor,
  moneyOf,
  operationNames,
  paidAttempt,
  paymentRequest,
  sampleAttempt,
  sampleOperation,
  scripted,
} from './samples.ts';

/** A repeat is byte for byte the same call: what the PSP's idempotency keeps one effect to. */
export const describeReplays = (subject: PspSubject): void => {
  const { keyOf, unkeyed = [] } = subject.specification.idempotency;
  const authorize = async (attempt: Attempt) => {
    const { psp, exchanges } = scripted(
      subject,
      subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
    );
    await psp.authorize(attempt, paymentRequest(subject), call);
    return exchanges.map(({ request }) => request);
  };
  const operate = async (name: OperationName, operation: Operation) => {
    const attempt = await paidAttempt(subject, captureMethodFor(name));
    const echo = { amount: operation.amount, currency: attempt.currency };
    const { psp, exchanges } = scripted(subject, subject.playOperation(name, attempt, operation, echo));
    await psp[name](attempt, operation, call);
    return exchanges.map(({ request }) => request);
  };
  const keys = (requests: readonly HttpRequest[]) => requests.flatMap((request) => keyOf(request) ?? []);

  describe('repeats', () => {
    test('an authorisation, a second after the first or with the payment’s id known by now', async () => {
      const first = await authorize(sampleAttempt());
      expect(await authorize(sampleAttempt())).toEqual(first);
      expect(await authorize(await paidAttempt(subject, 'automatic'))).toEqual(first);
      expect(first.filter(subject.hasEffect).every((request) => keyOf(request) !== undefined)).toBe(true);
    });

    test('another attempt shares no key with it', async () => {
      const one = keys(await authorize(sampleAttempt()));
      const other = keys(await authorize(sampleAttempt({ reference: 'ch_00000000000000000000000000' })));
      expect(one.length).toBeGreaterThan(0);
      expect(one.filter((key) => other.includes(key))).toEqual([]);
      expect(new Set(one).size).toBe(one.length);
    });

    test.each(operationNames(subject))('a %s', async (name) => {
      const first = await operate(name, sampleOperation(name));
      expect(await operate(name, sampleOperation(name))).toEqual(first);
      expect(keys(first).length > 0).toBe(!unkeyed.includes(name));
      const other = await operate(name, sampleOperation(name, { id: 're_00000000000000000000000000' }));
      expect(keys(other).filter((key) => keys(first).includes(key))).toEqual([]);
    });

    test('no two operations with one id share a key, nor with their attempt', async () => {
      const { reference } = sampleAttempt();
      const all = keys(await authorize(sampleAttempt()));
      for (const name of operationNames(subject))
        all.push(...keys(await operate(name, sampleOperation(name, { id: reference }))));
      expect(new Set(all).size).toBe(all.length);
    });
  });
};
