import type { Environment } from './environments.ts';

/** The stack of an environment. The name is that of one account's region: another region may have one of the same name. */
export const stackName = ({ name }: Pick<Environment, 'name'>): string => `payments-${name}`;
