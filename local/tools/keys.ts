import { onlyFromPeople } from '../../lib/keys/refuse-grant.ts';
import { scopes as allScopes, type Scope } from '../../lib/types/scope.ts';
import { chooseTables } from '../commands/choose-tables.ts';
import type { Keys } from '../commands/keys.ts';
import { keysByApi } from '../commands/keys-by-api.ts';
import { keysInTable } from '../commands/keys-in-table.ts';
import { serviceClient, serviceOptions } from '../commands/service-client.ts';
import { runCommand } from '../support/run-command.ts';

const usage = `Issues, lists, rotates and revokes API keys.

  npm run -s keys -- create --scopes <scope,…> [--name <name>] [--expires-in <s>] [--live]
  npm run -s keys -- list
  npm run -s keys -- rotate <id> [--expires-in <s>] --url <address>
  npm run -s keys -- revoke <id, or the key itself>

Scopes: ${allScopes.join(', ')}

  --expires-in <s>     seconds until a new key ends (default: never), or the old secret of a rotated one (default: a day)
  --url <address>      calls the API there, with an API key in --key or API_KEY that has the scope keys:write: gives scopes that
                       this key has, but for what only people give (${onlyFromPeople.join(', ')}),
                       and lists, rotates and revokes keys that work, by their ids
  --env <environment>  writes the table of that environment, with your AWS credentials and region: for its first key, for what only
                       people give, and where no key with keys:write is left

Without them, it writes the table of the service that runs on this machine (on PORT, else 4000). A key is shown once, when it is
created or rotated. A revoked key stops working within a minute. The audit trail names who did it: the calling key, your identity
in AWS, or your user on this machine.`;

const options = {
  ...serviceOptions,
  env: { type: 'string' },
  scopes: { type: 'string' },
  name: { type: 'string' },
  'expires-in': { type: 'string' },
  live: { type: 'boolean' },
} as const;

type Values = { readonly [Name in 'url' | 'key' | 'env' | 'scopes' | 'name' | 'expires-in']?: string } & {
  readonly live?: boolean;
};

const main = async (values: Values, [command, ...operands]: readonly string[]): Promise<void> => {
  const [operand, another] = operands;
  switch (command) {
    case undefined:
      throw new Error(usage);
    case 'create': {
      if (operand !== undefined) throw new Error(`create does not take ${operand}.`);
      const scopes = readScopes(values.scopes);
      const { name = '', live: livemode = false } = values;
      return create(keysOf(values), { scopes, name, livemode, ...readEnd(values) });
    }
    case 'list':
      if (operand !== undefined) throw new Error(`list does not take ${operand}.`);
      onlyForCreate(command, values);
      return list(keysOf(values));
    case 'rotate':
    case 'revoke':
      if (operand === undefined || another !== undefined)
        throw new Error(`${command} takes one id, as shown by \`list\`.`);
      onlyForCreate(command, values);
      return command === 'rotate'
        ? rotate(keysOf(values), operand, readEnd(values))
        : revoke(keysOf(values), operand);
    default:
      throw new Error(`Unknown command ${command}. Use create, list, rotate or revoke.`);
  }
};

const keysOf = ({ env, url, key }: Values): Keys => {
  const isApi = url !== undefined || key !== undefined;
  if (isApi && env !== undefined)
    throw new Error('--env is for the table, --url and --key for the API: name one.');
  if (isApi) return keysByApi(serviceClient({ url, key }));
  chooseTables(env);
  return keysInTable;
};

const create = async (keys: Keys, fields: Parameters<Keys['create']>[0]): Promise<void> => {
  const { id, secret } = await keys.create(fields);
  console.log(secret);
  console.error(`Key ${id} with ${fields.scopes.join(', ')}. It is shown this once: keep it safe.`);
};

const list = async (keys: Keys): Promise<void> => {
  const rows = await keys.list();
  if (rows.length === 0)
    console.error('There are no keys yet. Issue one: npm run -s keys -- create --scopes …');
  for (const row of rows) console.log(row.join('  '));
};

const rotate = async (keys: Keys, named: string, { expires_in }: End): Promise<void> => {
  const { id, secret } = await keys.rotate(named, expires_in);
  console.log(secret);
  console.error(`The new secret of key ${id}. It is shown this once: keep it safe.`);
};

const revoke = async (keys: Keys, named: string): Promise<void> =>
  console.error(`Key ${await keys.revoke(named)} is revoked: it stops working within a minute.`);

type End = { readonly expires_in?: number };

const readEnd = ({ 'expires-in': text }: Values): End => {
  if (text === undefined) return {};
  if (!/^\d{1,9}$/.test(text)) throw new Error('--expires-in: expected seconds.');
  return { expires_in: Number(text) };
};

const onlyForCreate = (command: string, { scopes, name, live, ...values }: Values): void => {
  if (command !== 'rotate' && values['expires-in'] !== undefined)
    throw new Error(`${command} does not take --expires-in.`);
  if (scopes !== undefined || name !== undefined || live !== undefined)
    throw new Error(`${command} does not take --scopes, --name or --live.`);
};

const readScopes = (text: string | undefined): readonly Scope[] => {
  const known: readonly string[] = allScopes;
  const named = (text ?? '').split(',').filter((scope) => scope !== '');
  const unknown = named.find((scope) => !known.includes(scope));
  if (unknown !== undefined) throw new Error(`Unknown scope ${unknown}. Scopes: ${allScopes.join(', ')}`);
  if (named.length === 0)
    throw new Error(`--scopes is missing: a comma-separated list of ${allScopes.join(', ')}`);
  return allScopes.filter((scope) => named.includes(scope));
};

runCommand({ usage, options }, main);
