import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { keyPurposes, newTokenParts, type TokenParts, type WholeSecret } from '../lib/http/token-parts.ts';
import { errorLine } from '../lib/runtime/error-line.ts';
import { paymentLists } from '../lib/runtime/payment-lists.ts';
import { newSigningKey, verifyingKeyOf } from '../lib/runtime/signing-keys.ts';
import type { PaymentLists } from '../lib/types/ports.ts';
import type { NamedDer } from '../lib/vault-protocol/signed-text.ts';
import { consoleSecretName, pspSecretName, signingSecretName } from './base/secret-name.ts';
import { tableIn } from './base/table-in.ts';
import { checkDeployedAccounts } from './checks/check-deployed-accounts.ts';
import { type Environment, environmentNamed } from './environments.ts';
import { checkKeyHash } from './keys/check-key-hash.ts';
import { checkVerifiable } from './keys/check-verifiable.ts';
import {
  type ConsoleSecret,
  newConsoleSecret,
  withAddedConsoleKey,
  withPromotedConsoleKey,
} from './keys/console-keys.ts';
import { proveKey } from './keys/prove-key.ts';
import { type EnvironmentSecret, readPspKeys, withPspKeys } from './keys/psp-keys.ts';
import {
  keysIn,
  type RotatingKeys,
  rotatingKeys,
  withAddedKey,
  withPromotedKey,
} from './keys/token-secret.ts';
import {
  newVaultSecret,
  type VaultSecret,
  withAddedReceiptKey,
  withPromotedReceiptKey,
} from './keys/vault-secret.ts';
import { storeSyntheticKey, syntheticKeyName } from './probes/synthetic-key.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';
import { vaultNamed, vaults } from './vaults.ts';

const usage = `usage: npm run tokens -- create|add-key|promote-key [signing|request|grant|cursor|receipt|console] --env dev|staging|prod
       npm run tokens -- psp ACCOUNT --env dev|staging|prod < keys.json
       npm run tokens -- synthetic --env dev|staging|prod < key
       npm run tokens -- vault --env dev|prod
       npm run tokens -- console --env dev|staging|prod
  create       creates the signing keys of a new environment, or keeps those of an older one apart by purpose; never replaces any
  add-key      adds a key that verifies but is not used yet: for session tokens (signing, the default), for request
               hashes (request), for vault grants (grant) or for positions in lists (cursor)
  promote-key  starts using the key added last, once every function has seen it
  psp          stores {"api_key":"…","webhook_secrets":["…"]} from standard input for one PSP account, and leaves the others alone.
               Another key than the stored one has to find one of the account's newest payments: another account's is refused.
               With a vault, infra/vaults.ts has to have its hash
  synthetic    stores an API key from standard input, for the payments that the environment and \`npm run deploy\` make to check that payments work
  vault        with the credentials of the vault's own account: creates its keys if there are none, and prints the key that verifies its receipts.
               With the same credentials, add-key and promote-key rotate the key that signs them (receipt)
  console      creates the key that signs the tokens of people at the console if there is none, and prints the keys that verify them.
               add-key and promote-key rotate it (console)`;

/** `npm run tokens`: the values that must not be in a template. Never prints one. The idempotency, fingerprint and webhook secrets never change. */
const main = async (): Promise<void> => {
  refuseUnknownOptions('env');
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
  if (command === 'console' && kind === undefined) return putConsoleSecret(environment);
  if (kind === 'receipt') return turnReceiptKeyOver(environment, command);
  if (kind === 'console') return turnConsoleKeyOver(environment, command);
  if (command === 'create' && kind === undefined) return createKeys(environment);
  if (command === 'add-key' || command === 'promote-key')
    return turnKeyOver(environment, command, kind ?? 'signing');
  throw new Error(usage);
};

/** Fills in the parts that are missing: of a new environment all, of one whose keys were in one version those that it held. */
const createKeys = async (environment: Environment): Promise<void> => {
  const id = signingSecretName(environment);
  const stored = await Promise.all(keyPurposes.map((purpose) => read(id, purpose)));
  const missing = keyPurposes.filter((_, index) => stored[index] === undefined);
  if (missing.length === 0)
    throw new Error(`${id} already has signing keys: replacing them would lose every idempotency key`);
  const current = await read<EnvironmentSecret>(id);
  // A secret's first version becomes the current one, which functions that call PSPs may read.
  if (!current) await put(id, {});
  const whole = current && isWhole(current) ? current : undefined;
  const parts = newTokenParts(newKeys, whole);
  for (const purpose of missing) await put(id, parts[purpose], purpose);
  console.log(`${id}: has keys for ${missing.join(', ')}`);
  if (missing.includes('sessions')) printVerifying('grant_keys', parts.sessions.grant_keys ?? []);
};

const isWhole = (secret: EnvironmentSecret): secret is EnvironmentSecret & WholeSecret =>
  secret.signing_keys !== undefined;

const turnKeyOver = async (
  environment: Environment,
  command: 'add-key' | 'promote-key',
  kind: string,
): Promise<void> => {
  if (!isRotating(kind)) throw new Error(usage);
  const id = signingSecretName(environment);
  const { part, list } = rotatingKeys[kind];
  const stored = await read<TokenParts[typeof part]>(id, part);
  if (!stored) throw new Error(`${id} has no keys for ${part} yet: run create first`);
  const next = command === 'add-key' ? withAddedKey(stored, kind, newKeys) : withPromotedKey(stored, kind);
  if (command === 'promote-key' && kind === 'grant') checkGrantKey(environment, keysIn(next, list));
  await put(id, next, part);
  const ids = keysIn(next, list).map((key) => key.id);
  console.log(`${id}, ${list}: ${ids[0]} is used; ${ids.join(', ')} verify`);
  if ('grant_keys' in next) printVerifying('grant_keys', next.grant_keys ?? []);
};

const checkGrantKey = (environment: Environment, [key]: readonly object[]): void => {
  const vault = environment.vault && vaults[environment.name];
  if (vault && key)
    checkVerifiable(key as NamedDer, {
      keys: vault.router.grant_keys,
      place: 'grant_keys in infra/vaults.ts',
    });
};

const isRotating = (kind: string): kind is RotatingKeys => Object.hasOwn(rotatingKeys, kind);

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
  const [first] = next.receipt_keys;
  const { vault } = environment;
  if (command === 'promote-key' && vault && first)
    checkVerifiable(first, {
      keys: vault.receipt_keys,
      place: 'receipt_keys in infra/environments.ts',
    });
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

const putConsoleSecret = async (environment: Environment): Promise<void> => {
  const id = consoleSecretName(environment);
  const stored = await read<ConsoleSecret>(id);
  const secret = stored ?? newConsoleSecret(newKeys);
  if (!stored) await put(id, secret);
  printVerifying('keys', secret.keys);
};

const turnConsoleKeyOver = async (environment: Environment, command: string): Promise<void> => {
  if (command !== 'add-key' && command !== 'promote-key') throw new Error(usage);
  const id = consoleSecretName(environment);
  const stored = await read<ConsoleSecret>(id);
  if (!stored) throw new Error(`${id} has no key yet: run console first`);
  const next = command === 'add-key' ? withAddedConsoleKey(stored, newKeys) : withPromotedConsoleKey(stored);
  await put(id, next);
  console.log(`${id}: ${next.keys[0]?.id} signs`);
  printVerifying('keys', next.keys);
};

const newKeys = { secret: () => randomBytes(32).toString('base64'), signing: newSigningKey };

const putPspKeys = async (environment: Environment, account: string | undefined): Promise<void> => {
  const site = account === undefined ? undefined : environment.accounts[account];
  if (account === undefined || site === undefined)
    throw new Error(
      `${environment.name} has the accounts ${Object.keys(environment.accounts).join(', ')}\n${usage}`,
    );
  const id = pspSecretName(environment, account);
  const keys = readPspKeys(await text(process.stdin));
  const stored = await read<EnvironmentSecret>(id);
  if (stored?.psp?.[account]?.api_key !== keys.api_key) {
    const problems = await checkDeployedAccounts(environment);
    const elsewhere = problems.find(({ says }) => says.startsWith(`${account} `));
    if (elsewhere) throw new Error(`Nothing was stored: ${elsewhere.says}`);
    const vault = environment.vault && vaults[environment.name];
    if (vault) checkKeyHash(account, keys.api_key, vault);
    const livemode = environment.mode === 'live';
    console.log(await proveKey({ ...site, id: account, livemode }, keys, listsOf(environment)));
  }
  await put(id, withPspKeys(stored, account, keys));
  console.log(`${id}: the keys of ${account} are stored; functions pick them up within ten minutes`);
};

/** Read with the shell's credentials. */
const listsOf = (environment: Environment): PaymentLists => {
  for (const table of ['sessions', 'charges'] as const)
    process.env[`TABLE_${table.toUpperCase()}`] = tableIn(environment, table);
  return paymentLists();
};

const putSyntheticKey = async (environment: Environment): Promise<void> => {
  await storeSyntheticKey(environment, (await text(process.stdin)).trim());
  console.log(`${syntheticKeyName(environment)}: stored; used from the next payment on`);
};

/**
 * The version under a staging label. In a freshly deployed environment, the secret exists without a value, which AWS also calls not found.
 */
const read = async <Secret>(SecretId: string, VersionStage = 'AWSCURRENT'): Promise<Secret | undefined> => {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId, VersionStage }));
    return SecretString === undefined ? undefined : (JSON.parse(SecretString) as Secret);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

/** Moves the label to a new version. */
const put = async (SecretId: string, value: object, label = 'AWSCURRENT'): Promise<void> => {
  const SecretString = JSON.stringify(value);
  await client.send(new PutSecretValueCommand({ SecretId, SecretString, VersionStages: [label] }));
};

const client = new SecretsManagerClient({});

try {
  await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
}
