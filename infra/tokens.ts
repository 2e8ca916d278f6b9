import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { errorLine } from '../lib/edge/error-line.ts';
import { newSigningKey, verifyingKeyOf } from '../lib/edge/signing-keys.ts';
import type { NamedDer } from '../lib/vault/signed-text.ts';
import { type Environment, environmentNamed } from './environments.ts';
import { type EnvironmentSecret, withPspKeys } from './psp-keys.ts';
import { nameOfSecret } from './secret-name.ts';
import { storeSyntheticKey, syntheticKeyName } from './synthetic-key.ts';
import { newTokenSecret, type TokenSecret, withAddedKey, withPromotedKey } from './token-secret.ts';
import {
  newVaultSecret,
  type VaultSecret,
  withAddedReceiptKey,
  withPromotedReceiptKey,
} from './vault-secret.ts';
import { vaultNamed } from './vaults.ts';

const usage = `usage: npm run tokens -- create|add-key|promote-key [signing|request|grant|receipt] --env dev|staging|prod
       npm run tokens -- psp ACCOUNT --env dev|staging|prod < keys.json
       npm run tokens -- synthetic --env dev|staging|prod < key
       npm run tokens -- vault --env dev|prod
  create       creates the signing keys of a new environment; refuses if there are any
  add-key      adds a key that verifies but is not used yet: for session tokens (signing, the default), for request
               hashes (request) or for vault grants (grant)
  promote-key  starts using the key added last, once every function has seen it
  psp          stores {"api_key":"…","webhook_secrets":["…"]} from standard input for one PSP account, and leaves the others alone
  synthetic    stores an API key from standard input, for the payments that the environment and \`npm run deploy\` make to check that payments work
  vault        with the credentials of the vault's own account: creates its keys if there are none, and prints the key that verifies its receipts.
               With the same credentials, add-key and promote-key rotate the key that signs them (receipt)`;

/** `npm run tokens`: the values that must not be in a template. Never prints one. The idempotency and fingerprint secrets never change. */
const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { env: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(usage);
  const environment = environmentNamed(values.env);
  const [command = '', kind, ...rest] = positionals;
  if (rest.length > 0) throw new Error(usage);
  if (command === 'psp') return putPspKeys(environment, kind);
  if (command === 'synthetic' && kind === undefined) return putSyntheticKey(environment);
  if (command === 'vault' && kind === undefined) return putVaultSecret(environment);
  if (kind === 'receipt') return turnReceiptKeyOver(environment, command);
  const id = nameOfSecret(environment, 'signing');
  const stored = await read<EnvironmentSecret>(id);
  const next = changed(command, kind ?? 'signing', stored, id);
  await put(id, next);
  for (const list of ['signing_keys', 'request_keys'] as const)
    console.log(
      `${id}, ${list}: ${next[list][0]?.id} is used; ${next[list].map((key) => key.id).join(', ')} verify`,
    );
  printVerifying('grant_keys', next.grant_keys ?? []);
};

/** Public keys, to be copied to `infra/vaults.ts` and `infra/environments.ts`. */
const printVerifying = (name: string, keys: readonly NamedDer[]): void => {
  console.log(`${name}: ${JSON.stringify(keys.map(verifyingKeyOf))}`);
};

const ownSecretOf = (environment: Environment): string => `payments/${vaultNamed(environment.name).name}/own`;

const turnReceiptKeyOver = async (environment: Environment, command: string): Promise<void> => {
  if (command !== 'add-key' && command !== 'promote-key') throw new Error(usage);
  const id = ownSecretOf(environment);
  const stored = await read<VaultSecret>(id);
  if (!stored) throw new Error(`${id} has no keys yet: run vault first`);
  const next = command === 'add-key' ? withAddedReceiptKey(stored, newKeys) : withPromotedReceiptKey(stored);
  await put(id, next);
  console.log(`${id}, receipt_keys: ${next.receipt_keys[0]?.id} signs`);
  printVerifying('receipt_keys', next.receipt_keys);
};

const putVaultSecret = async (environment: Environment): Promise<void> => {
  const id = ownSecretOf(environment);
  const stored = await read<VaultSecret>(id);
  const secret = stored ?? newVaultSecret(newKeys);
  if (!stored) await put(id, secret);
  printVerifying('receipt_keys', secret.receipt_keys);
};

const newKeys = { secret: () => randomBytes(32).toString('base64'), signing: newSigningKey };

const putPspKeys = async (environment: Environment, account: string | undefined): Promise<void> => {
  if (account === undefined || !Object.hasOwn(environment.accounts, account))
    throw new Error(
      `${environment.name} has the accounts ${Object.keys(environment.accounts).join(', ')}\n${usage}`,
    );
  const id = nameOfSecret(environment, 'psp');
  await put(
    id,
    withPspKeys(await read<EnvironmentSecret>(id), account, readFileSync(process.stdin.fd, 'utf8')),
  );
  console.log(`${id}: the keys of ${account} are stored; functions pick them up within ten minutes`);
};

const putSyntheticKey = async (environment: Environment): Promise<void> => {
  await storeSyntheticKey(environment, readFileSync(process.stdin.fd, 'utf8').trim());
  console.log(`${syntheticKeyName(environment)}: stored; used from the next payment on`);
};

const changed = (
  command: string,
  kind: string,
  stored: EnvironmentSecret | undefined,
  id: string,
): EnvironmentSecret & TokenSecret => {
  if (kind !== 'signing' && kind !== 'request' && kind !== 'grant') throw new Error(usage);
  const signing = stored && hasSigningKeys(stored) ? stored : undefined;
  if (command === 'create') {
    if (signing)
      throw new Error(`${id} already has signing keys: replacing them would lose every idempotency key`);
    return { ...stored, ...newTokenSecret(newKeys) };
  }
  if (command !== 'add-key' && command !== 'promote-key') throw new Error(usage);
  if (!signing) throw new Error(`${id} has no signing keys yet: run create first`);
  const list = `${kind}_keys` as const;
  return command === 'add-key' ? withAddedKey(signing, list, newKeys) : withPromotedKey(signing, list);
};

const hasSigningKeys = (secret: EnvironmentSecret): secret is EnvironmentSecret & TokenSecret =>
  secret.signing_keys !== undefined;

/** In a freshly deployed environment, the secret exists without a value, which AWS also calls not found. */
const read = async <Secret>(id: string): Promise<Secret | undefined> => {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    return SecretString === undefined ? undefined : (JSON.parse(SecretString) as Secret);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const put = async (id: string, value: object): Promise<void> => {
  await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: JSON.stringify(value) }));
};

const client = new SecretsManagerClient({});

try {
  await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
}
