/** In fifths of a retry, so that nothing is lost in rounding. */
const most = 50;
const cost = 5;

/**
 * Keeps many callers from making an outage worse: a retry after an outage costs one, a call that is answered gives a fifth back. With nothing
 * left, calls are sent once.
 */
export const createRetryBudget = () => {
  let left = most;
  return {
    earn: (): void => {
      left = Math.min(most, left + 1);
    },
    /** False where nothing is left. */
    spend: (): boolean => {
      if (left < cost) return false;
      left -= cost;
      return true;
    },
  };
};
