import { describe, expect, test } from '@jest/globals';
import { meaningsOf } from './code-meanings.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, moneyOf, paymentRequest, sampleAttempt, scripted } from './samples.ts';

/** The outcome of every code that the PSP publishes, on the wire. */
export const describeCodes = (subject: PspSubject): void => {
  const { published } = subject.codes;
  const meanings = meaningsOf(subject);
  const decline = async (code: string) => {
    const attempt = sampleAttempt();
    const { psp } = scripted(subject, subject.play({ scene: 'declined', code }, attempt, moneyOf(attempt)));
    return psp.authorize(attempt, paymentRequest(subject), call);
  };

  describe('codes', () => {
    test('every published code is known, once, and no other', () => {
      expect(meanings.map(([called]) => called).sort()).toEqual(published.map(([, called]) => called).sort());
    });

    test('every published code on the wire leads to its outcome', async () => {
      const outcomes = new Map(meanings);
      for (const [code, called] of published)
        expect({ code, outcome: (await decline(code)).outcome }).toEqual({
          code,
          outcome: outcomes.get(called),
        });
    });

    test('an unpublished code is unmapped: a definite decline that goes nowhere else', async () => {
      expect((await decline('99999')).outcome).toBe('unmapped');
    });

    test('it is noticed, and a published one is not, whatever it means', async () => {
      const { lists } = subject.adapter;
      expect(lists('99999')).toBe(false);
      const meant = new Map(meanings);
      for (const [code, called] of published)
        if (meant.get(called) === 'unmapped')
          expect({ code, listed: lists(code) }).toEqual({ code, listed: true });
    });
  });
};
