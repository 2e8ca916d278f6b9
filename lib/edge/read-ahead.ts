/**
 * Starts to read what the first call will ask for while the process initialises, so that this waits beside that call's other reads and not after them. A
 * failure is that call's to meet.
 */
export const readAhead = (read: () => Promise<unknown>): void => {
  Promise.resolve()
    .then(read)
    .catch(() => undefined);
};
