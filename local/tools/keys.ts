import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { storage } from '../../lib/edge/dynamodb.ts';
import { credentialProblem } from '../../lib/edge/error-line.ts';
import { newId } from '../../lib/edge/new-id.ts';
import { apiKeyRandomBytes, parseApiKey } from '../../lib/storage/api-key-format.ts';
import { createApiKey, listApiKeys } from '../../lib/storage/api-keys.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { ApiError } from '../../lib/types/api-error.ts';
import { type ApiKey, hasEnded, keyId } from '../../lib/types/api-key.ts';
import { scopes as allScopes, type Scope } from '../../lib/types/scope.ts';
import { currentUser } from '../current-user.ts';
import { revokeApiKey } from '../revoke-api-key.ts';
import { findRunningService, usualPort } from '../running-service.ts';

const usage = `Issues, lists and revokes API keys.

  npm run -s keys -- create --scopes <scope,…> [--name <name>] [--live] [--env <environment>]
  npm run -s keys -- list [--env <environment>]
  npm run -s keys -- revoke <id, or the key itself> [--env <environment>]

Scopes: ${allScopes.join(', ')}

With --env, manages the keys of that deployed environment, with your AWS credentials and region (table payments-<environment>-api-keys).
Without it, those of the service that runs on this machine (on PORT, else 4000), or of the table in TABLE_API_KEYS if that is set.
A key is shown once, when it is created. A revoked key stops working within a minute. The audit trail names who did it: your
identity in AWS, or your user on this machine.`;

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  const [command, ...operands] = positionals;
  if (values.help || command === undefined) {
    console.log(usage);
    if (!values.help) process.exitCode = 2;
    return;
  }
  switch (command) {
    case 'create': {
      noOperands(command, operands);
      const scopes = readScopes(values.scopes);
      chooseTable(values.env);
      return create(scopes, values.name ?? '', values.live ?? false);
    }
    case 'list':
      noOperands(command, operands);
      onlyForCreate(command, values);
      chooseTable(values.env);
      return list();
    case 'revoke': {
      const [id, ...more] = operands;
      if (id === undefined || more.length > 0) throw mistake('revoke takes one id, as shown by `list`');
      onlyForCreate(command, values);
      chooseTable(values.env);
      return revoke(id);
    }
    default:
      throw mistake(`Unknown command ${command}. Use create, list or revoke`);
  }
};

const create = async (scopes: readonly Scope[], name: string, livemode: boolean): Promise<void> => {
  const created_by = await currentUser();
  const fields = { id: newId('key'), name, scopes, livemode, created: nowSeconds(), created_by };
  const { key, stored } = await createApiKey(storage(), fields, randomBytes(apiKeyRandomBytes));
  console.log(key);
  console.error(`Key ${keyId(stored)} with ${scopes.join(', ')}. It is shown this once: keep it safe.`);
};

const list = async (): Promise<void> => {
  const keys = (await listApiKeys(storage())).filter(({ ends_at }) => ends_at === undefined);
  if (keys.length === 0)
    console.error('There are no keys yet. Issue one: npm run -s keys -- create --scopes …');
  for (const key of keys) {
    const shown = `sk_${key.livemode ? 'live' : 'test'}_…${key.last4}`;
    console.log(
      [keyId(key), shown, day(key.created), stateOf(key), key.scopes.join(','), key.name].join('  '),
    );
  }
};

const stateOf = (key: ApiKey): string => {
  if (key.revoked_at !== undefined) return `revoked ${day(key.revoked_at)}`;
  if (key.expires_at === undefined) return 'active';
  return `${hasEnded(key, Date.now()) ? 'ended' : 'active until'} ${day(key.expires_at)}`;
};

const revoke = async (id: string): Promise<void> => {
  const hash = parseApiKey(id)?.hash;
  const keys = await listApiKeys(storage());
  const found = hash === undefined ? findKey(keys, id) : keys.find((key) => key.hash === hash);
  if (found === undefined) throw mistake('No such key here');
  await revokeApiKey(storage(), found, { revoked_at: nowSeconds(), revoked_by: await currentUser() });
  console.error(`Key ${keyId(found)} is revoked: it stops working within a minute.`);
};

/** An id may be shortened while it is unambiguous. */
const findKey = (keys: readonly ApiKey[], id: string): ApiKey => {
  const [, start] = /^(?:key_)?([0-9a-z]{8,26})$/.exec(id) ?? [];
  if (start === undefined)
    throw mistake('An id has at least 8 characters of 0-9 and a-z after key_, as shown by `list`');
  const matching = keys.filter((key) => keyId(key).startsWith(`key_${start}`));
  const [found, another] = new Set(matching.map(keyId));
  const [key] = matching;
  if (found === undefined || key === undefined) throw mistake(`No key ${id} here`);
  if (another !== undefined) throw mistake(`${id} matches more than one key. Give more of the id`);
  return key;
};

type Options = {
  readonly env?: string | undefined;
  readonly scopes?: string | undefined;
  readonly name?: string | undefined;
  readonly live?: boolean | undefined;
  readonly help?: boolean | undefined;
};

const readArguments = (): { readonly values: Options; readonly positionals: readonly string[] } => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        env: { type: 'string' },
        scopes: { type: 'string' },
        name: { type: 'string' },
        live: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw mistake(error instanceof Error ? error.message : String(error));
  }
};

const noOperands = (command: string, operands: readonly string[]): void => {
  if (operands.length > 0) throw mistake(`${command} does not take ${operands[0]}`);
};

const onlyForCreate = (command: string, { scopes, name, live }: Options): void => {
  if (scopes !== undefined || name !== undefined || live !== undefined)
    throw mistake(`${command} does not take --scopes, --name or --live`);
};

const readScopes = (text: string | undefined): readonly Scope[] => {
  const known: readonly string[] = allScopes;
  const named = (text ?? '').split(',').filter((scope) => scope !== '');
  const unknown = named.find((scope) => !known.includes(scope));
  if (unknown !== undefined) throw mistake(`Unknown scope ${unknown}. Scopes: ${allScopes.join(', ')}`);
  if (named.length === 0)
    throw mistake(`--scopes is missing: a comma-separated list of ${allScopes.join(', ')}`);
  return allScopes.filter((scope) => named.includes(scope));
};

/** Points this process's storage at the table. */
const chooseTable = (environment: string | undefined): void => {
  if (environment !== undefined) {
    if (!/^[a-z][a-z0-9-]*$/.test(environment))
      throw mistake(`${environment} is not the name of an environment`);
    process.env.TABLE_API_KEYS ||= tableName(environment, 'api_keys');
    return;
  }
  if (process.env.TABLE_API_KEYS) return;
  const running = findRunningService();
  if (running === undefined)
    throw mistake(
      `No service runs on port ${usualPort()}. Start it (npm start), set its port (PORT=…), or choose a deployed environment with --env`,
    );
  Object.assign(process.env, running.environment);
};

/** A caller's mistake, shown without a stack. */
const mistake = (message: string): Error => new Error(message, { cause: 'usage' });

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

try {
  await main();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const reason = error instanceof ApiError && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  console.error(credentialProblem(error) ?? `${error.message}${reason}`);
  if (error.cause === 'usage') console.error('npm run -s keys -- --help shows how to use it.');
  process.exitCode = error.cause === 'usage' ? 2 : 1;
}
