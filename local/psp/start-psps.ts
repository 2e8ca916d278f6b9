import { join } from 'node:path';
import { freePort, isFree } from '../support/free-port.ts';
import { readStored } from '../support/read-stored.ts';
import { writeDurably } from '../support/write-durably.ts';
import type { SimulatedTime } from './framework/simulated-time.ts';
import type { RunningSimulator } from './framework/start-simulator.ts';
import { simulators } from './simulators.ts';
import { type PspSimulators, startPspSimulators } from './start-psp-simulators.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One PSP as the functions see it: `PSP_ACCOUNTS` takes the first part, Secrets Manager the second. */
export type LocalPsp = {
  readonly base_url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secret: { readonly api_key: string; readonly webhook_secrets: readonly string[] };
};

export type LocalPsps = {
  readonly psps: Readonly<Record<string, LocalPsp>>;
  /** The simulators' admin endpoint; undefined if every PSP is elsewhere. */
  readonly admin: string | undefined;
  /** The simulators that run here. */
  readonly simulators: ReadonlyMap<string, RunningSimulator>;
  /** From now on the simulators send their events to `<base_url>/v1/webhooks/<psp>`. */
  readonly sendWebhooksTo: (base_url: string) => void;
  readonly close: () => Promise<void>;
};

/**
 * Starts a simulator for each PSP without a `PSP_<ID>_BASE_URL`. A PSP elsewhere is called with `PSP_<ID>_CREDENTIALS` (JSON: `api_key`,
 * `webhook_secrets`, `settings`), or else with the simulator's.
 */
export const startPsps = async (
  environment: Environment,
  dataDir: string | undefined,
  time?: SimulatedTime,
): Promise<LocalPsps> => {
  const elsewhere = (id: string) => environment[`PSP_${id.toUpperCase()}_BASE_URL`];
  const ids = simulators.map(({ id }) => id).filter((id) => !elsewhere(id));
  const running = ids.length === 0 ? undefined : await startSimulators(ids, dataDir, time);
  const psps = simulators.map(({ id, credentials: simulated }) => {
    const base_url = elsewhere(id) || running?.urls[id] || '';
    const given = elsewhere(id) ? environment[`PSP_${id.toUpperCase()}_CREDENTIALS`] : undefined;
    const { settings, api_key, webhook_secrets } = given ? { ...simulated, ...parse(id, given) } : simulated;
    return [id, { base_url, settings, secret: { api_key, webhook_secrets } }] as const;
  });
  return {
    psps: Object.fromEntries(psps),
    admin: running?.admin,
    simulators: running?.simulators ?? new Map(),
    sendWebhooksTo: (base_url) => running?.setWebhookTarget(base_url),
    close: async () => running?.close(),
  };
};

/** With `dataDir`, on the ports of the previous start, each if it is free: a page that a customer was sent to is then still there. */
const startSimulators = async (
  psps: readonly string[],
  dataDir: string | undefined,
  time: SimulatedTime | undefined,
): Promise<PspSimulators> => {
  if (dataDir === undefined) return startPspSimulators({ psps, time });
  const file = join(dataDir, 'psp-ports.json');
  const before = readStored<{ ports?: Record<string, number>; adminPort?: number }>(file) ?? {};
  const ports: Record<string, number> = {};
  for (const psp of psps) ports[psp] = await sameOrAnother(before.ports?.[psp]);
  const adminPort = await sameOrAnother(before.adminPort);
  const running = await startPspSimulators({ psps, dataDir, ports, adminPort, time });
  writeDurably(file, JSON.stringify({ ports: { ...before.ports, ...ports }, adminPort }));
  return running;
};

const sameOrAnother = async (port: number | undefined) =>
  port !== undefined && (await isFree(port)) ? port : freePort();

const parse = (id: string, json: string): object => {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`PSP_${id.toUpperCase()}_CREDENTIALS is not JSON`, { cause: error });
  }
};
