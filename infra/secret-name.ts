import type { Environment } from './environments.ts';

export type SecretKind = 'signing' | 'psp';

/** What the secret that holds this is called: one name for both where the environment has one secret. */
export const nameOfSecret = (
  { name, secrets }: Pick<Environment, 'name' | 'secrets'>,
  kind: SecretKind,
): string => (secrets === 'one' ? `payments/${name}` : `payments/${name}/${kind}`);
