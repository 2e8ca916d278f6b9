import { registry } from '../psp/registry.ts';
import type { Account } from '../types/capabilities.ts';
import type { Psps } from '../types/ports.ts';
import type { Psp } from '../types/psp.ts';
import type { PspAccount, PspCredentials } from '../types/psp-account.ts';
import { baseUrlOf, livemode, required } from './environment.ts';
import { cachedSecret } from './secrets.ts';
import { createTransport } from './transport.ts';

/**
 * The PSP accounts of the environment: `PSP_ACCOUNTS` is a JSON object by account id, `{"stripe":{"psp":"stripe","base_url":"https://…",
 * "secret":"<secret id>","settings":{}}}`. Throws where it names an adapter that does not exist.
 */
export const psps = (): Psps => {
  configured ??= configure(required('PSP_ACCOUNTS'));
  return configured;
};

type Entry = {
  readonly psp: string;
  readonly base_url: string;
  readonly secret: string;
  readonly settings?: Record<string, string>;
};

const configure = (json: string): Psps => {
  const entries = Object.entries(JSON.parse(json) as Record<string, Entry>);
  const http = createTransport();
  const connected = new Map<string, Psp>();
  const known = new Map(
    entries.map(([id, entry]) => [id, { adapter: adapterOf(id, entry), account: accountOf(id, entry) }]),
  );
  return {
    accounts: [...known].map(
      ([id, { adapter, account }]): Account => ({ id, psp: account.psp, capabilities: adapter.capabilities }),
    ),
    connect: (id) => {
      const entry = known.get(id);
      const psp = connected.get(id) ?? entry?.adapter.connect(entry.account, http);
      if (psp) connected.set(id, psp);
      return psp;
    },
  };
};

const adapterOf = (id: string, { psp }: Entry) => {
  const adapter = Object.hasOwn(registry, psp) ? registry[psp] : undefined;
  if (!adapter) throw new Error(`PSP_ACCOUNTS: account ${id} names the unknown adapter ${psp}`);
  return adapter;
};

const accountOf = (id: string, { psp, base_url, secret, settings = {} }: Entry): PspAccount => ({
  id,
  psp,
  base_url: (baseUrlOf(id) ?? base_url).replace(/\/+$/, ''),
  livemode: livemode(),
  settings,
  credentials: cachedSecret(secret, parseCredentials),
});

const parseCredentials = (json: string): PspCredentials => {
  const { api_key, webhook_secrets } = JSON.parse(json) as Partial<PspCredentials>;
  if (typeof api_key !== 'string') throw new Error('A PSP secret has no api_key.');
  return { api_key, webhook_secrets: Array.isArray(webhook_secrets) ? webhook_secrets : [] };
};

let configured: Psps | undefined;
