/** Starts a read that the first call needs while the process initialises, in parallel with that call's other reads. That call handles a failure. */
export const readAhead = (read: () => Promise<unknown>): void => {
  Promise.resolve()
    .then(read)
    .catch(() => undefined);
};
