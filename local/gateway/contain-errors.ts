import { currentInvocation } from './create-invoker.ts';

/**
 * In Lambda an unhandled error ends one environment and its one invocation. In a shared process it would end all others as well, so here it fails
 * only its own invocation, and is reported. An error outside any invocation is the platform's own and stays fatal.
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
