import * as registry from '#psps';
import type { PspAdapter } from '../../lib/psp/psp-adapter.ts';
import { withCircuit } from '../../lib/psp/with-circuit.ts';
import type { Account } from '../../lib/types/capabilities.ts';
import type { Psps } from '../../lib/types/ports.ts';
import type { AnyMethodPsp } from '../../lib/types/psp.ts';
import type { HttpTransport } from '../../lib/types/transport.ts';
import { throughVault } from '../../lib/vault-protocol/through-vault.ts';
import type { Mishap } from '../psp/framework/exchange.ts';
import type { CallName, PspRequest } from '../psp/framework/simulated-psp.ts';
import type { LocalPsps } from '../psp/start-psps.ts';
import type { Chance } from './chance.ts';
import type { MovedTime } from './moved-time.ts';

/** What goes wrong with a call to a PSP. */
export type Mishaps = (psp: string, call: CallName, request: PspRequest) => Mishap;

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };

/** How long each PSP takes to decide about a card, usually. Milliseconds. */
const usual_ms: Readonly<Record<string, number>> = {
  stripe: 640,
  adyen: 410,
  checkout_com: 520,
  paypal: 1_150,
};
const other_ms = 160;

/** The simulated PSPs of this service through their adapters, without sockets: each call takes its time, and may go wrong. */
export const reachPsps = (
  { psps, simulators }: Pick<LocalPsps, 'psps' | 'simulators'>,
  accounts: readonly Account[],
  { time, chance, mishaps }: { readonly time: MovedTime; readonly chance: Chance; readonly mishaps: Mishaps },
): Psps => {
  const connected = new Map<string, AnyMethodPsp>();
  /** Most answers take about as long as usual, a few much longer. */
  const takes = (psp: string, call: CallName): number => {
    const usual = call === 'authorize' ? (usual_ms[psp] ?? other_ms) : other_ms;
    return Math.round(usual * Math.exp((chance.random() + chance.random() + chance.random() - 1.5) * 0.8));
  };
  const transport =
    (psp: string): HttpTransport =>
    async (request) => {
      const response = simulators.get(psp)?.exchange(request, (call, asked) => {
        time.spend(takes(psp, call));
        return mishaps(psp, call, asked);
      });
      if (response === undefined) return { kind: 'not_sent', cause: 'ENOTFOUND' };
      if (response.kind === 'lost') time.spend(request.timeout_ms);
      return response;
    };
  const connect = (id: string): AnyMethodPsp | undefined => {
    const [adapter, local] = [adapters[id], psps[id]];
    if (!adapter || !local) return undefined;
    const account = {
      id,
      psp: id,
      base_url: local.base_url,
      livemode: false,
      settings: local.settings,
      credentials: async () => local.secret,
    };
    const way = { vault: undefined, account, http: transport(id), clock: time };
    return withCircuit(
      throughVault(way, (http) => adapter.connect(account, http)),
      time,
    );
  };
  return {
    accounts,
    connect: (id) => {
      const psp = connected.get(id) ?? connect(id);
      if (psp) connected.set(id, psp);
      return psp;
    },
  };
};
