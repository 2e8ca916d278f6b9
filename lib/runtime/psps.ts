import * as registry from '#psps';
import { keyPrint } from '../psp/key-print.ts';
import { noticeUnmapped } from '../psp/notice-unmapped.ts';
import type { PspAdapter } from '../psp/psp-adapter.ts';
import { requireHttps } from '../psp/require-https.ts';
import { withCircuit } from '../psp/with-circuit.ts';
import type { Psps } from '../types/ports.ts';
import type { AnyMethodPsp } from '../types/psp.ts';
import type { KeyMark, PspAccount } from '../types/psp-account.ts';
import { throughVault, type VaultWay } from '../vault-protocol/through-vault.ts';
import { clock } from './clock.ts';
import { log } from './log.ts';
import { type PspAccess, pspAccess } from './psp-access.ts';
import { pspAccounts } from './psp-accounts.ts';
import { readAhead } from './read-ahead.ts';
import { vault } from './vault.ts';

/** The environment's PSP accounts (`PSP_ACCOUNTS`) with their adapters. Throws if one has an unknown adapter. */
export const psps = (): Psps => {
  configured ??= configure();
  return configured;
};

const configure = (): Psps => {
  const connected = new Map<string, AnyMethodPsp>();
  return {
    accounts: pspAccounts(),
    connect: (id) => {
      const before = connected.get(id);
      const access = pspAccess().get(id);
      if (before || !access) return before;
      const psp = connect(access);
      connected.set(id, psp);
      return psp;
    },
  };
};

const connect = ({ account, http, noticingRefusals }: PspAccess): AnyMethodPsp => {
  const adapter = adapterOf(account);
  readAhead(account.credentials);
  const way: VaultWay = {
    get vault() {
      return vault();
    },
    account,
    http,
    clock,
  };
  const psp = throughVault(way, (transport) => adapter.connect(account, noticingRefusals(transport)));
  const noticed = noticeUnmapped(psp, adapter.lists, (unmapped) =>
    log({ event: 'code_unlisted', psp: account.id, ...unmapped }),
  );
  const key = (): KeyMark | undefined => keyOf(account);
  return withCircuit({ ...(account.livemode ? requireHttps(noticed) : noticed), key }, clock);
};

const keyOf = ({ id, atHand }: PspAccount): KeyMark | undefined => {
  const { api_key, replaces = [] } = atHand?.() ?? {};
  return api_key === undefined ? undefined : { print: keyPrint(id, api_key), replaces };
};

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };

const adapterOf = ({ id, psp }: PspAccount): PspAdapter => {
  const adapter = Object.hasOwn(adapters, psp) ? adapters[psp] : undefined;
  if (!adapter) throw new Error(`PSP_ACCOUNTS: account ${id} names the unknown adapter ${psp}`);
  return adapter;
};

let configured: Psps | undefined;
