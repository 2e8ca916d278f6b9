import type { Environment } from './environments.ts';

/** What functions need to know of where they are deployed: an environment of the router, or a vault. */
export type Site = Pick<
  Environment,
  'name' | 'accounts' | 'compile_cache' | 'traced' | 'log_retention_days' | 'protected'
>;
