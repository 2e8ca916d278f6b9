import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import { defined } from '../../lib/types/defined.ts';
import type { VaultAccount } from '../../lib/vault/vault-ports.ts';
import type { NamedDer } from '../../lib/vault-protocol/signed-text.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { LocalPsp } from '../psp/start-psps.ts';
import { originsIn } from '../support/origins-in.ts';
import { startChild } from '../support/start-child.ts';
import type { VaultReady, VaultSettings } from './vault-settings.ts';

export type VaultOptions = {
  /** The router's address, which has the page about errors. */
  readonly base_url: string;
  readonly psps: Readonly<Record<string, LocalPsp>>;
  /** The router's keys that sign grants. */
  readonly grant_keys: readonly NamedDer[];
  readonly credentials: Credentials;
  /** The router's store, if that is elsewhere: used if this machine cannot start a server. */
  readonly dynamodb?: string | undefined;
  readonly dataDir: string | undefined;
  /** Receives each line of its log; standard output by default. */
  readonly log?: (line: string) => void;
};

export type LocalVault = {
  /** The contents of `VAULT` for the router's functions. */
  readonly vault: VaultReady;
  /** Resolves when it has ended, by `close` or by itself. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
};

const program = join(import.meta.dirname, 'main.ts');

/** Starts the vault as a process of its own, and waits until it is ready. */
export const startVault = async (options: VaultOptions): Promise<LocalVault> => {
  const { log = toOutput } = options;
  const { promise, resolve } = Promise.withResolvers<VaultReady>();
  let pending = '';
  let isReady = false;
  const onOutput = (text: string): void => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (isReady) log(line);
      else if (line.startsWith('{"merchant"')) {
        isReady = true;
        resolve(JSON.parse(line));
      }
    }
  };
  const child = startChild(process.execPath, [program], {
    environment: { ...own(process.env, options), VAULT_SETTINGS: JSON.stringify(settingsOf(options)) },
    onOutput,
  });
  const vault = await Promise.race([promise, child.ended.then(() => undefined)]);
  if (vault) return { vault, ended: child.ended, close: child.stop };
  throw new Error(`The vault did not start: ${child.output().trim()}`);
};

/** The router's functions log there too. */
const toOutput = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Removes the router's parts: the vault has its own. Keeps the owner's credentials only if none were generated for this start. */
const own = (environment: NodeJS.ProcessEnv, { credentials }: VaultOptions): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) =>
        !/^(AWS_ENDPOINT_|TABLE_|PSP_|MODE$|METRICS_)/.test(name) &&
        (credentials === 'own' || !name.startsWith('AWS_')),
    ),
  );

const settingsOf = ({
  base_url,
  psps,
  grant_keys,
  credentials,
  dynamodb,
  dataDir,
}: VaultOptions): VaultSettings => ({
  docs_url: `${base_url}/docs/errors`,
  frame_ancestors: originsIn('FRAME_ANCESTORS'),
  font_origins: originsIn('FONT_ORIGINS'),
  grant_keys: grant_keys.map(verifyingKeyOf),
  accounts: mapped(psps, toAccount),
  psp: mapped(psps, ({ secret: { api_key } }) => ({ api_key })),
  credentials,
  ...defined({ dynamodb }),
  ...(dataDir !== undefined && { dataDir: join(dataDir, 'vault') }),
});

const toAccount = ({ base_url, settings, secret }: LocalPsp, psp: string): VaultAccount => ({
  psp,
  base_url,
  key_hashes: [createHash('sha256').update(secret.api_key).digest('hex')],
  settings,
});

const mapped = <Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Readonly<Record<string, Result>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
