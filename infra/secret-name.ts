import type { Environment } from './environments.ts';

export type SecretKind = 'signing' | 'psp';

/** The name of the secret with this content: the same for both if the environment has one secret. */
export const nameOfSecret = (
  { name, secrets }: Pick<Environment, 'name' | 'secrets'>,
  kind: SecretKind,
): string => (secrets === 'one' ? `payments/${name}` : `payments/${name}/${kind}`);
