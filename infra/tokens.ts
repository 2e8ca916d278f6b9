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

const usage = `usage: npm run tokens -- create|add-key|promote-key [signing|request] --env dev|staging|prod
  create       fills the secret of a new environment; refuses where it has a value
  add-key      adds a key that verifies but is not used yet: for session tokens (signing, the default) or for the hashes of requests (request)
  promote-key  uses the key added last, once every function has seen it`;

/** `npm run tokens`: the values no template may hold. Never prints one. The idempotency and fingerprint secrets never change. */
const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { env: { type: 'string' } } });
  const id = secretName(environmentNamed(values.env).name);
  const client = new SecretsManagerClient({});
  const stored = await read(client, id);
  const next = changed(positionals, stored, id);
  await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: JSON.stringify(next) }));
  for (const list of ['signing_keys', 'request_keys'] as const)
    console.log(
      `${id}, ${list}: ${next[list][0]?.id} is used; ${next[list].map((key) => key.id).join(', ')} verify`,
    );
};

const changed = (
  [command = '', kind = 'signing', ...rest]: readonly string[],
  stored: TokenSecret | undefined,
  id: string,
): TokenSecret => {
  const random = (): string => randomBytes(32).toString('base64');
  if (rest.length > 0 || (kind !== 'signing' && kind !== 'request')) throw new Error(usage);
  if (command === 'create') {
    if (stored) throw new Error(`${id} has a value: replacing it would forget every idempotency key`);
    return newTokenSecret(random);
  }
  if (command !== 'add-key' && command !== 'promote-key') throw new Error(usage);
  if (!stored) throw new Error(`${id} has no value yet: run create first`);
  const list = `${kind}_keys` as const;
  return command === 'add-key' ? withAddedKey(stored, list, random) : withPromotedKey(stored, list);
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
