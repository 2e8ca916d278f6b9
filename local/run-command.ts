import { isPaymentError } from '../clients/server/src/index.ts';

/** Runs a command line's `main`; what it throws is shown without a stack, and the exit code is 1. */
export const runCommand = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
};

const messageOf = (error: unknown): unknown => {
  if (isPaymentError(error)) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : error;
};
