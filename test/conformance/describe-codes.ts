import { describe, expect, test } from '@jest/globals';
import { readReference } from '../tools/specs.ts';
import { meaningsOf } from './code-meanings.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, moneyOf, paymentRequest, sampleAttempt, scripted } from './samples.ts';

/** The outcome of every code that the PSP publishes, on the wire. */
export const describeCodes = (subject: PspSubject): void => {
  const declineCodes = readReference('decline-codes.json');
  const known = declineCodes === undefined ? undefined : subject.codes.published(declineCodes);
  const meanings = meaningsOf(subject);
  const decline = async (code: string) => {
    const attempt = sampleAttempt();
    const { psp } = scripted(subject, subject.play({ scene: 'declined', code }, attempt, moneyOf(attempt)));
    return psp.authorize(attempt, paymentRequest(subject), call);
  };

  describe('codes', () => {
    const listed = known === undefined ? test.skip : test;

    listed('every published code is known, once, and no other', () => {
      expect(meanings.map(([called]) => called).sort()).toEqual(known?.map(([, called]) => called).sort());
    });

    listed('every published code on the wire leads to its outcome', async () => {
      const outcomes = new Map(meanings);
      for (const [code, called] of known ?? [])
        expect({ code, outcome: (await decline(code)).outcome }).toEqual({
          code,
          outcome: outcomes.get(called),
        });
    });

    test('a code nobody published is unmapped: a definite decline that goes nowhere else', async () => {
      expect((await decline('99999')).outcome).toBe('unmapped');
    });
  });
};
