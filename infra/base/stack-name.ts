import type { Environment } from '../environments.ts';

/** The stack of an environment or a vault. Names are unique per account and region: another region may have the same. */
export const stackName = ({ name }: Pick<Environment, 'name'>): string => `payments-${name}`;
