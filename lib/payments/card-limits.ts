import type { Charge } from '../types/charge.ts';
import type { LimitWrite } from '../types/ports.ts';

const day_s = 86_400;
/** The networks' cap on tries of a declined card: 15 in 30 days (Visa, categories 2 to 4). Tries that succeed are given back. */
const card = { max: 15, window_s: 30 * day_s };

const idOf = (fingerprint: string): string => `card#${fingerprint}`;

/** Counts an attempt against the charge's card, in the transaction that records it. */
export const takeCard = ({ card_fingerprint }: Charge): readonly LimitWrite[] =>
  card_fingerprint === undefined ? [] : [{ limit: 'take', id: idOf(card_fingerprint), ...card }];

/** How the end of an attempt changes its card's count: only a decline counts, and a network's "never again" ends all tries, at every PSP. */
export const settleCard = ({ card_fingerprint, outcome, advice }: Charge): readonly LimitWrite[] => {
  if (card_fingerprint === undefined) return [];
  const limit = { id: idOf(card_fingerprint), window_s: card.window_s };
  if (advice === 'never_again') return [{ limit: 'block', ...limit }];
  return isCounted(outcome) ? [] : [{ limit: 'give_back', ...limit }];
};

/** A failover is one more try with the same card, unless the first never reached the card's network. */
export const takeCardAgain = (settled: Charge, next: Charge): readonly LimitWrite[] =>
  settleCard(settled).length > 0 ? [] : takeCard(next);

const isCounted = (outcome: Charge['outcome']): boolean => {
  switch (outcome) {
    case 'captured':
    case 'approved':
    case 'absent':
    case 'canceled':
    case 'not_sent':
    case 'psp_unavailable':
    case 'rate_limited':
    case 'not_supported':
    case 'invalid_request':
      return false;
    default:
      return true;
  }
};

/** Counts a browser's confirm against its address, per hour. */
export const takeAddress = (
  address: { readonly id: string; readonly max: number } | undefined,
): readonly LimitWrite[] =>
  address ? [{ limit: 'take', id: `ip#${address.id}`, max: address.max, window_s: 3600 }] : [];
