import type { Environment } from './environments.ts';

/** The facts that functions need about where they are deployed: an environment of the router, or a vault. */
export type Site = Pick<Environment, 'name' | 'accounts' | 'traced' | 'log_retention_days' | 'protected'>;
