import type { Draw } from '../types/routing.ts';
import { type Hash, hashOf, scoreOf } from './rendezvous.ts';

type Drawn = { readonly psp: string; readonly weight: number; readonly hash: Hash };

/**
 * The order in which a session tries these PSPs. Those with a weight come first, each position drawn in proportion to the weights left (weighted
 * rendezvous); those of weight 0 follow in listed order.
 */
export const orderOf = (session: Hash, targets: readonly Drawn[]): readonly string[] => {
  const order: string[] = [];
  const scores: number[] = [];
  const last: string[] = [];
  for (const { psp, weight, hash } of targets)
    if (weight === 0) last.push(psp);
    else insert(order, scores, psp, scoreOf(session, hash, weight));
  return last.length === 0 ? order : order.concat(last);
};

/** The key for drawing a session's PSPs for wallets: independent of the order for cards. */
export const walletDraw = (session: string): string => `${session} wallets`;

/** The plan of a stored session, from its `routing.draw` and its id. */
export const planOfDraw = (session: string, draw: Draw): readonly string[] =>
  orderOf(
    hashOf(session),
    draw.map(([psp, weight]) => ({ psp, weight, hash: hashOf(psp) })),
  );

/** The exact probability that a draw puts a PSP first: over all sessions, not for the one whose id decided it. */
export const chanceOfFirst = (draw: Draw, psp: string): number => {
  const total = draw.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) return draw[0]?.[0] === psp ? 1 : 0;
  return (draw.find(([name]) => name === psp)?.[1] ?? 0) / total;
};

/** Keeps both lists sorted by score; among equal scores, the one listed first stays first. */
const insert = (order: string[], scores: number[], psp: string, score: number): void => {
  let place = scores.length;
  for (; place > 0 && (scores[place - 1] ?? 0) > score; place--) {
    scores[place] = scores[place - 1] ?? 0;
    order[place] = order[place - 1] ?? '';
  }
  scores[place] = score;
  order[place] = psp;
};
