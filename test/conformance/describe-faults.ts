import { describe, expect, test } from '@jest/globals';
import type { Money } from '../../lib/types/money.ts';
import { isDecline } from '../../lib/types/outcome.ts';
import { exchangesOf } from './exchanges-of.ts';
import { faultOutcomes, faults, withFault } from './faults.ts';
import type { Expected, Fault, OperationName, PspSubject } from './psp-subject.ts';
import {
  call,
  captureMethodFor,
  connect,
  operationNames,
  paidAttempt,
  paymentRequest,
  sampleAttempt,
  sampleOperation,
  scripted,
} from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

/** What is understood when a call goes wrong: a definite no only where it is one. */
export const describeFaults = (subject: PspSubject): void => {
  describe('faults of an authorisation', () => {
    test.each(faults)('%s', async (fault) => {
      const attempt = sampleAttempt();
      const honest = subject.play({ scene: 'captured' }, attempt, echoUnder(fault, attempt));
      const { psp } = scripted(subject, withFault(subject, honest, fault, subject.hasEffect));
      expect(await psp.authorize(attempt, paymentRequest(subject), call)).toMatchObject(
        subject.differs?.authorize?.[fault] ?? faultOutcomes[fault],
      );
    });
  });

  describe.each(operationNames(subject))('faults of a %s', (name) => {
    const echoed = !(subject.differs?.no_echo ?? []).includes(name);
    test.each(faults.filter((fault) => echoed || !fault.startsWith('wrong_')))('%s', async (fault) => {
      expect(await faultyOperation(subject, name, fault)).toMatchObject(operationOutcome(subject, fault));
    });
  });

  const asking = {
    lookUp: subject.adapter.capabilities.look_up,
    cancelByReference: subject.adapter.capabilities.cancel_by_reference,
  };
  const names = (['lookUp', 'cancelByReference'] as const).filter((name) => asking[name] !== null);
  // A wrong amount on a payment that is dead all the same takes no money: cancels by reference do not look at it.
  describe.each(names)('faults of a %s: never an answer', (name) => {
    test.each(faults.filter((fault) => name === 'lookUp' || !fault.startsWith('wrong_')))(
      '%s',
      async (fault) => {
        const attempt = sampleAttempt();
        const scene = name === 'lookUp' ? 'captured' : 'requires_action';
        const honest = subject.play({ scene }, attempt, echoUnder(fault, attempt));
        const { psp } = scripted(
          subject,
          withFault(subject, honest, fault, () => true),
        );
        const answer = await psp[name]?.(attempt, call);
        expect(['unknown', 'duplicate']).toContain(answer?.outcome);
      },
    );
  });

  describe('limits', () => {
    test.each(Object.entries(exchangesOf(subject)))(
      '%s takes no longer than its call may',
      async (_, run) => {
        expect((await run()).longest()).toBeLessThanOrEqual(call.timeout_ms);
      },
    );

    test('without credentials nothing is sent, and the answer is a definite no', async () => {
      const { http, exchanges } = scriptedTransport(() => undefined);
      const account = {
        id: subject.name,
        psp: subject.name,
        livemode: false,
        ...subject.account,
        credentials: () => Promise.reject(new Error('the secret cannot be read')),
      };
      const { outcome } = await subject.adapter
        .connect(account, http)
        .authorize(sampleAttempt(), paymentRequest(subject), call);
      expect(isDecline(outcome)).toBe(true);
      expect(exchanges).toHaveLength(0);
    });
  });
};

const echoUnder = (fault: Fault, asked: Money): Money => ({
  amount: fault === 'wrong_amount' ? asked.amount + 1_000 : asked.amount,
  currency: fault === 'wrong_currency' ? 'usd' : asked.currency,
});

const operationOutcome = (subject: PspSubject, fault: Fault): Expected => {
  const differs = subject.differs?.operations?.[fault];
  if (differs !== undefined) return differs;
  const { outcome, doubt } = faultOutcomes[fault];
  return outcome === 'unknown' ? { outcome, doubt } : { outcome: 'failed', reason: outcome };
};

const faultyOperation = async (subject: PspSubject, name: OperationName, fault: Fault) => {
  const attempt = await paidAttempt(subject, captureMethodFor(name));
  const operation = sampleOperation(name);
  const echo = echoUnder(fault, { amount: operation.amount, currency: attempt.currency });
  const honest = subject.playOperation(name, attempt, operation, echo);
  const { http } = scriptedTransport(withFault(subject, honest, fault, subject.hasEffect));
  return connect(subject, http)[name](attempt, operation, call);
};
