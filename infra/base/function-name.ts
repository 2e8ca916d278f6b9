import type { Environment } from '../environments.ts';

/** The name of a function, and of its role, in an environment. */
export const functionName = (environment: Pick<Environment, 'name'>, name: string): string =>
  `payments-${environment.name}-${name}`;
