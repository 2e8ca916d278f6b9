import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { environmentNamed } from './environments.ts';
import { secretName } from './secret-name.ts';
import { newTokenSecret, type TokenSecret, withAddedKey, withPromotedKey } from './token-secret.ts';

const usage = `usage: npm run tokens -- create|add-key|promote-key --env dev|staging|prod
  create       fills the secret of a new environment; refuses where it has a value
  add-key      adds a signing key that verifies but does not sign yet
  promote-key  lets the key added last sign, once every function has seen it`;

/** `npm run tokens`: the values no template may hold. Never prints one. The idempotency and fingerprint secrets never change. */
const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { env: { type: 'string' } } });
  const id = secretName(environmentNamed(values.env).name);
  const client = new SecretsManagerClient({});
  const stored = await read(client, id);
  const next = changed(positionals, stored, id);
  await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: JSON.stringify(next) }));
  console.log(
    `${id}: ${next.signing_keys[0]?.id} signs; ${next.signing_keys.map((key) => key.id).join(', ')} verify`,
  );
};

const changed = (command: readonly string[], stored: TokenSecret | undefined, id: string): TokenSecret => {
  const random = (): string => randomBytes(32).toString('base64');
  if (command.length !== 1) throw new Error(usage);
  if (command[0] === 'create') {
    if (stored) throw new Error(`${id} has a value: replacing it would forget every idempotency key`);
    return newTokenSecret(random);
  }
  if (command[0] !== 'add-key' && command[0] !== 'promote-key') throw new Error(usage);
  if (!stored) throw new Error(`${id} has no value yet: run create first`);
  return command[0] === 'add-key' ? withAddedKey(stored, random) : withPromotedKey(stored);
};

/** The secret of a freshly deployed environment exists without a value, which AWS calls not found too. */
const read = async (client: SecretsManagerClient, id: string): Promise<TokenSecret | undefined> => {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    return SecretString === undefined ? undefined : (JSON.parse(SecretString) as TokenSecret);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
