const most = 10;
const earned = 0.2;

/**
 * Keeps many callers from making an outage worse: a retry after an outage costs one, a call that is answered gives a fifth back. With nothing
 * left, calls are sent once.
 */
export const createRetryBudget = () => {
  let left = most;
  return {
    earn: (): void => {
      left = Math.min(most, left + earned);
    },
    /** False where nothing is left. */
    spend: (): boolean => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
};
