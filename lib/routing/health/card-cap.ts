const counted_per_hour = 2;
const most_cards = 200_000;

/**
 * Lets each card count twice an hour, so that a card tested a thousand times says no more than any other. `at` in Unix seconds. The memory is the
 * caller's process alone and bounded: once it is full it begins again.
 */
export const createCardCap = (): ((card: string, at: number) => boolean) => {
  let hour = 0;
  let seen = new Map<string, number>();
  return (card, at) => {
    const now = Math.floor(at / 3600);
    if (now !== hour || seen.size >= most_cards) seen = new Map();
    hour = now;
    const times = (seen.get(card) ?? 0) + 1;
    seen.set(card, times);
    return times <= counted_per_hour;
  };
};
