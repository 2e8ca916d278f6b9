import type { Environment } from '../environments.ts';

type Named = Pick<Environment, 'name' | 'secrets' | 'psp_secrets'>;

/** The name of the secret with the signing keys. */
export const signingSecretName = ({ name, secrets }: Named): string =>
  secrets === 'one' ? `payments/${name}` : `payments/${name}/signing`;

/** The name of the secret with the key that signs the tokens of people at the console: no other function than the one that signs them in reads it. */
export const consoleSecretName = ({ name }: Pick<Named, 'name'>): string => `payments/${name}/console`;

/** The name of the secret with a PSP account's keys: the signing keys' if the environment has one secret. */
export const pspSecretName = ({ name, secrets, psp_secrets }: Named, account: string): string => {
  if (psp_secrets === 'each') return `payments/${name}/psp/${account}`;
  return secrets === 'one' ? `payments/${name}` : `payments/${name}/psp`;
};
