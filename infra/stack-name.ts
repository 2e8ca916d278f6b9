import type { Environment } from './environments.ts';

/** The stack of an environment. Names are unique per account and region: another region may have the same. */
export const stackName = ({ name }: Pick<Environment, 'name'>): string => `payments-${name}`;
