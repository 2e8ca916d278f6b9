import { currentInvocation } from './create-invoker.ts';

/**
 * In Lambda an unhandled error ends one environment and with it one invocation. In one process it would end every other one as well: here it
 * fails the invocation it came from, and is reported. What comes from no invocation is the platform's own mistake and stays fatal.
 */
export const containErrors = (report: (error: unknown) => void, fatal: (error: unknown) => void): void => {
  const contain = (error: unknown) => {
    const invocation = currentInvocation.getStore();
    if (!invocation) return fatal(error);
    report(error);
    invocation.fail(error);
  };
  process.on('uncaughtException', contain);
  process.on('unhandledRejection', contain);
};
