import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulators } from './psp/simulators.ts';
import { type PspSimulators, startPspSimulators } from './psp/start-psp-simulators.ts';
import { writeDurably } from './write-durably.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One PSP as the functions are told of it: `PSP_ACCOUNTS` takes the first part, Secrets Manager the second. */
export type LocalPsp = {
  readonly base_url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secret: { readonly api_key: string; readonly webhook_secrets: readonly string[] };
};

export type LocalPsps = {
  readonly psps: Readonly<Record<string, LocalPsp>>;
  /** The simulators' admin endpoint; undefined where every PSP is elsewhere. */
  readonly admin: string | undefined;
  /** From now on the simulators send their events to `<base_url>/v1/webhooks/<psp>`. */
  readonly sendWebhooksTo: (base_url: string) => void;
  readonly close: () => Promise<void>;
};

/**
 * Starts a simulator for each PSP that has no `PSP_<ID>_BASE_URL`. A PSP elsewhere is called with `PSP_<ID>_CREDENTIALS`
 * (JSON: `api_key`, `webhook_secrets`, `settings`), else with the simulator's.
 */
export const startPsps = async (
  environment: Environment,
  dataDir: string | undefined,
): Promise<LocalPsps> => {
  const elsewhere = (id: string) => environment[`PSP_${id.toUpperCase()}_BASE_URL`];
  const ids = simulators.map(({ id }) => id).filter((id) => !elsewhere(id));
  const running = ids.length === 0 ? undefined : await startSimulators(ids, dataDir);
  const psps = simulators.map(({ id, credentials: simulated }) => {
    const base_url = elsewhere(id) || running?.urls[id] || '';
    const given = elsewhere(id) ? environment[`PSP_${id.toUpperCase()}_CREDENTIALS`] : undefined;
    const { settings, api_key, webhook_secrets } = given ? { ...simulated, ...parse(id, given) } : simulated;
    return [id, { base_url, settings, secret: { api_key, webhook_secrets } }] as const;
  });
  return {
    psps: Object.fromEntries(psps),
    admin: running?.admin,
    sendWebhooksTo: (base_url) => running?.setWebhookTarget(base_url),
    close: async () => running?.close(),
  };
};

/** With `dataDir` on the ports of the start before, if they are free: pages a customer was sent to are still there then. */
const startSimulators = async (
  psps: readonly string[],
  dataDir: string | undefined,
): Promise<PspSimulators> => {
  if (dataDir === undefined) return startPspSimulators({ psps });
  const file = join(dataDir, 'psp-ports.json');
  const before: { ports?: Record<string, number>; adminPort?: number } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  const running = await startPspSimulators({ psps, dataDir, ...before }).catch((error: unknown) => {
    if (!isPortInUse(error)) throw error;
    return startPspSimulators({ psps, dataDir });
  });
  const ports = Object.fromEntries(Object.entries(running.urls).map(([psp, url]) => [psp, portOf(url)]));
  writeDurably(file, JSON.stringify({ ports, adminPort: portOf(running.admin) }));
  return running;
};

const portOf = (url: string) => Number(new URL(url).port);

const isPortInUse = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const parse = (id: string, json: string): object => {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`PSP_${id.toUpperCase()}_CREDENTIALS is not JSON`, { cause: error });
  }
};
