const counted_per_hour = 2;
const most_cards = 200_000;

/** Whether an attempt by a card counts. `at` in Unix seconds. */
export type CardCap = (card: string, attempt: string, at: number) => boolean;

/**
 * Lets each card count twice an hour, so that a card tested a thousand times weighs no more than any other. A repeated attempt gets the same result.
 * The memory is per process and bounded: once full, it starts over.
 */
export const createCardCap = (): CardCap => {
  let hour = 0;
  let seen = new Map<string, string[]>();
  return (card, attempt, at) => {
    const now = Math.floor(at / 3600);
    if (now !== hour || seen.size >= most_cards) seen = new Map();
    hour = now;
    const counted = seen.get(card) ?? [];
    if (counted.includes(attempt)) return true;
    if (counted.length >= counted_per_hour) return false;
    seen.set(card, [...counted, attempt]);
    return true;
  };
};
