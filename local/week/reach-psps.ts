import * as registry from '#psps';
import { webhookReaders } from '#webhooks';
import type { PspAdapter, ReadWebhook } from '../../lib/psp/psp-adapter.ts';
import { withCircuit } from '../../lib/psp/with-circuit.ts';
import type { Account } from '../../lib/types/capabilities.ts';
import type { Psps } from '../../lib/types/ports.ts';
import type { AnyMethodPsp, InboundWebhook, WebhookReading } from '../../lib/types/psp.ts';
import type { HttpTransport } from '../../lib/types/transport.ts';
import { throughVault } from '../../lib/vault-protocol/through-vault.ts';
import type { Mishap } from '../psp/framework/exchange.ts';
import type { CallName, PspRequest } from '../psp/framework/simulated-psp.ts';
import type { LocalPsps } from '../psp/start-psps.ts';
import type { Chance } from './chance.ts';
import type { MovedTime } from './moved-time.ts';

/** What goes wrong with a call to a PSP. */
export type Mishaps = (psp: string, call: CallName, request: PspRequest) => Mishap;

type Reached = {
  readonly psp: AnyMethodPsp;
  readonly readWebhook: (webhook: InboundWebhook) => Promise<WebhookReading>;
};

export type ReachedPsps = Psps & {
  readonly readWebhook: (id: string, webhook: InboundWebhook) => Promise<WebhookReading>;
};

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };
const readers: Readonly<Record<string, ReadWebhook>> = webhookReaders;

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
): ReachedPsps => {
  const reached = new Map<string, Reached>();
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
  const reach = (id: string): Reached | undefined => {
    const [adapter, read, local] = [adapters[id], readers[id], psps[id]];
    if (!adapter || !read || !local) return undefined;
    const account = {
      id,
      psp: id,
      base_url: local.base_url,
      livemode: false,
      settings: local.settings,
      credentials: async () => local.secret,
    };
    const http = transport(id);
    const way = { vault: undefined, account, http, clock: time };
    const psp = throughVault(way, (through) => adapter.connect(account, through));
    return { psp: withCircuit(psp, time), readWebhook: (webhook) => read(account, http, webhook) };
  };
  const reachedOf = (id: string): Reached | undefined => {
    const known = reached.get(id) ?? reach(id);
    if (known) reached.set(id, known);
    return known;
  };
  return {
    accounts,
    connect: (id) => reachedOf(id)?.psp,
    readWebhook: async (id, webhook) => {
      const known = reachedOf(id);
      if (!known) throw new Error(`The week has no PSP ${id}.`);
      return known.readWebhook(webhook);
    },
  };
};
