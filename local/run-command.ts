import { isPaymentError } from '../clients/server/src/index.ts';
import { errorLine } from '../lib/edge/error-line.ts';

/** Runs a command line's `main`; shows errors without a stack, and exits with 1. */
export const runCommand = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
};

const messageOf = (error: unknown): string => {
  if (isPaymentError(error)) return `${error.code}: ${error.message}`;
  return errorLine(error);
};
