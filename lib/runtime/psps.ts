import * as registry from '#psps';
import { noticingUnmapped } from '../psp/noticing-unmapped.ts';
import { onlyHttps } from '../psp/only-https.ts';
import type { PspAdapter } from '../psp/psp-adapter.ts';
import { withCircuit } from '../psp/with-circuit.ts';
import type { Psps } from '../types/ports.ts';
import type { AnyMethodPsp } from '../types/psp.ts';
import type { PspAccount } from '../types/psp-account.ts';
import type { HttpTransport } from '../types/transport.ts';
import { throughVault, type VaultWay } from '../vault-protocol/through-vault.ts';
import { accountOf } from './account-of.ts';
import { clock } from './clock.ts';
import { log } from './log.ts';
import { type AccountEntry, accountEntries, pspAccounts } from './psp-accounts.ts';
import { readAhead } from './read-ahead.ts';
import { askAgain } from './secrets.ts';
import { createTransport } from './transport.ts';
import { vault } from './vault.ts';

/** The environment's PSP accounts (`PSP_ACCOUNTS`) with their adapters. Throws if one has an unknown adapter. */
export const psps = (): Psps => {
  configured ??= configure();
  return configured;
};

const configure = (): Psps => {
  const http = createTransport();
  const connected = new Map<string, AnyMethodPsp>();
  const known = new Map(
    [...accountEntries()].map(([id, entry]) => [
      id,
      { adapter: adapterOf(id, entry), account: accountOf(id, entry), secret: entry.secret },
    ]),
  );
  return {
    accounts: pspAccounts(),
    connect: (id) => {
      const before = connected.get(id);
      const entry = known.get(id);
      if (before || !entry) return before;
      const psp = connect(id, entry, http);
      connected.set(id, psp);
      return psp;
    },
  };
};

type Connectable = Pick<AccountEntry, 'secret'> & {
  readonly adapter: PspAdapter;
  readonly account: PspAccount;
};

const connect = (
  id: string,
  { adapter, account, secret }: Connectable,
  http: HttpTransport,
): AnyMethodPsp => {
  readAhead(account.credentials);
  const way: VaultWay = {
    get vault() {
      return vault();
    },
    account,
    http,
    clock,
  };
  const psp = throughVault(way, (transport) =>
    adapter.connect(
      account,
      noticingRefusals(transport, () => askAgain(secret)),
    ),
  );
  const noticed = noticingUnmapped(psp, adapter.lists, (unmapped) =>
    log({ event: 'code_unlisted', psp: id, ...unmapped }),
  );
  return withCircuit(account.livemode ? onlyHttps(noticed) : noticed, clock);
};

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };

const adapterOf = (id: string, { psp }: AccountEntry): PspAdapter => {
  const adapter = Object.hasOwn(adapters, psp) ? adapters[psp] : undefined;
  if (!adapter) throw new Error(`PSP_ACCOUNTS: account ${id} names the unknown adapter ${psp}`);
  return adapter;
};

let configured: Psps | undefined;

/** The transport of one account. Calls `refused` as soon as the PSP refuses our key, which may have been rotated. */
const noticingRefusals =
  (http: HttpTransport, refused: () => void): HttpTransport =>
  async (request) => {
    const response = await http(request);
    if (response.kind === 'answered' && response.status === 401) refused();
    return response;
  };
