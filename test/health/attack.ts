import { planOfDraw } from '../../lib/routing/draw.ts';
import type { Outcome } from '../../lib/types/outcome.ts';
import type { Attack } from './run.ts';
import { currency, psps } from './ways.ts';

/** Ten thousand payments with bad cards within ten minutes. */
const tested = (from_s: number, attempt: Attack['attempt']): Attack => ({
  from_s,
  until_s: from_s + 600,
  per_s: 17,
  attempt,
});

const bad: readonly Outcome[] = [
  'incorrect_card_data',
  'card_lost_or_stolen',
  'card_closed',
  'insufficient_funds',
  'fraud_suspected',
  'limit_exceeded',
  'stop_payment',
  'authentication_failed',
];

export type TestCards = (from_s: number, weights: readonly number[]) => Attack;

/** The card tests somebody can make; each must move nothing. */
export const attacks: Readonly<Record<string, TestCards>> = {
  'a new bad card each time, all at one PSP': (from_s) =>
    tested(from_s, (number) => ({
      psp: psps[0],
      currency,
      counts: true,
      outcome: bad[number % bad.length] ?? 'fraud_suspected',
      card: `card_${number}`,
    })),
  'a few cards again and again, all at one PSP, refused without a reason': (from_s) =>
    tested(from_s, (number) => ({
      psp: psps[0],
      currency,
      counts: true,
      outcome: 'do_not_honor',
      card: `card_${number % 5}`,
    })),
  'a new card each time, refused without a reason, wherever its session is drawn': (from_s, weights) =>
    tested(from_s, (number) => ({
      psp:
        planOfDraw(
          `cs_attack_${number}`,
          psps.map((psp, index) => [psp, weights[index] ?? 0]),
        )[0] ?? '',
      currency,
      counts: true,
      outcome: 'do_not_honor',
      card: `card_${number}`,
    })),
};
