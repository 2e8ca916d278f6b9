/**
 * Starts reading what the first call will need while the process initialises, in parallel with that call's other reads instead of after them. A
 * failure is left to that call.
 */
export const readAhead = (read: () => Promise<unknown>): void => {
  Promise.resolve()
    .then(read)
    .catch(() => undefined);
};
