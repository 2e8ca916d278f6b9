/**
 * Starts a read that the first call needs while the process initialises, so that it runs in parallel with that call's other reads. A failure is left
 * to that call.
 */
export const readAhead = (read: () => Promise<unknown>): void => {
  Promise.resolve()
    .then(read)
    .catch(() => undefined);
};
