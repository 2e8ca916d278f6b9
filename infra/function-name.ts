import type { Environment } from './environments.ts';

/** What a function, and its role, is called in an environment. */
export const functionName = (environment: Pick<Environment, 'name'>, name: string): string =>
  `payments-${environment.name}-${name}`;
