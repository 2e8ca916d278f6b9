/** In fifths of a retry, so that there is no rounding error. */
const most = 50;
const cost = 5;

/**
 * Keeps many callers from making an outage worse: a retry after an outage costs one, an answered call gives a fifth back. Once nothing is left, calls
 * are sent only once.
 */
export const createRetryBudget = () => {
  let left = most;
  return {
    earn: (): void => {
      left = Math.min(most, left + 1);
    },
    /** False if nothing is left. */
    spend: (): boolean => {
      if (left < cost) return false;
      left -= cost;
      return true;
    },
  };
};
