/** Shows on standard error how far a long command is, if a person looks: in one line, which the last call ends. */
export const showProgress = (text: string, { last = false } = {}): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${last ? '\n' : ''}`);
};
