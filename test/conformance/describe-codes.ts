import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../lib/types/outcome.ts';
import { readReference } from '../tools/specs.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, moneyOf, paymentRequest, sampleAttempt, scripted } from './samples.ts';

/** The outcomes after which a rule may let another PSP try. */
const mayFailOver: readonly Outcome[] = [
  'not_sent',
  'psp_unavailable',
  'rate_limited',
  'processor_error',
  'issuer_unavailable',
  'not_supported',
  'do_not_honor',
];

/** The outcome table over every code that the PSP publishes. */
export const describeCodes = (subject: PspSubject): void => {
  const declineCodes = readReference('decline-codes.json');
  const none = subject.codes.not_declines ?? [];
  const known = declineCodes === undefined ? undefined : subject.codes.published(declineCodes);
  const published = (known ?? []).filter((code) => !none.includes(code));
  const decline = async (code: string) => {
    const attempt = sampleAttempt();
    const { psp } = scripted(subject, subject.play({ scene: 'declined', code }, attempt, moneyOf(attempt)));
    return psp.authorize(attempt, paymentRequest(subject), call);
  };

  describe('codes', () => {
    const listed = known === undefined ? test.skip : test;

    listed('every published code has a line of its own', () => {
      expect(published.length).toBeGreaterThan(0);
      expect(published.filter((code) => !Object.hasOwn(subject.codes.table, code))).toEqual([]);
    });

    listed('every published code on the wire leads to its outcome', async () => {
      for (const code of published)
        expect({ code, outcome: (await decline(code)).outcome }).toEqual({
          code,
          outcome: subject.codes.table[code],
        });
    });

    listed('another PSP may follow exactly the reviewed codes', () => {
      const following = published.filter((code) =>
        mayFailOver.includes(subject.codes.table[code] ?? 'unmapped'),
      );
      expect([...following].sort()).toEqual([...subject.codes.may_fail_over].sort());
    });

    test('a code nobody published is unmapped: a definite decline that goes nowhere else', async () => {
      expect((await decline('99999')).outcome).toBe('unmapped');
    });
  });
};
