import { openListener } from './framework/listener.ts';
import { serveAdmin } from './framework/serve-admin.ts';
import type { Credentials, PspDefinition } from './framework/simulated-psp.ts';
import type { SimulatedTime } from './framework/simulated-time.ts';
import { type RunningSimulator, startSimulator } from './framework/start-simulator.ts';
import { changedSettings } from './framework/webhook-settings.ts';
import { simulators } from './simulators.ts';

export type PspSimulatorsOptions = {
  /** Which PSPs; all if undefined. */
  readonly psps?: readonly string[];
  /** Fixed ports by PSP; otherwise any free one. */
  readonly ports?: Readonly<Record<string, number>>;
  readonly adminPort?: number;
  /** Folder of the PSPs' books; in memory only if undefined. */
  readonly dataDir?: string;
  /** Decides which calls a fault with a rate hits. */
  readonly seed?: number;
  /** The time that they live in; the real one if undefined. */
  readonly time?: SimulatedTime | undefined;
  /** Where each PSP sends its events, and the secrets it signs them with (its own if undefined). */
  readonly webhooks?: Readonly<
    Record<string, { readonly url: string; readonly secrets?: readonly string[] }>
  >;
  readonly onCall?: (psp: string, call: string) => void;
};

export type PspSimulators = {
  /** Base URLs for the adapters. */
  readonly urls: Readonly<Record<string, string>>;
  /** Base URL of the admin API. */
  readonly admin: string;
  readonly credentials: Readonly<Record<string, Credentials>>;
  /** Each by its id, for code in this process. */
  readonly simulators: ReadonlyMap<string, RunningSimulator>;
  /** `url`: the service's own base URL; each PSP sends its events to `<url>/v1/webhooks/<psp>`. */
  readonly setWebhookTarget: (url: string) => void;
  readonly close: () => Promise<void>;
};

/** Starts the PSP simulators in this process, on loopback. */
export const startPspSimulators = async (options: PspSimulatorsOptions = {}): Promise<PspSimulators> => {
  const running = new Map<string, RunningSimulator>();
  const closeAll = async () => {
    await Promise.all([...running.values()].map((simulator) => simulator.close()));
  };
  try {
    for (const [index, definition] of chosen(options.psps).entries())
      running.set(definition.id, await start(definition, index, options));
    const admin = await openListener(options.adminPort, serveAdmin(running));
    return {
      urls: mapped(running, ({ url }) => url),
      admin: `http://127.0.0.1:${admin.port}`,
      credentials: mapped(running, ({ definition }) => definition.credentials),
      simulators: running,
      setWebhookTarget: (url) => {
        for (const [psp, simulator] of running)
          configure(simulator, { url: `${url.replace(/\/$/, '')}/v1/webhooks/${psp}` });
      },
      close: async () => {
        await admin.shut();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};

const chosen = (psps: readonly string[] | undefined): readonly PspDefinition[] => {
  const known = simulators.map(({ id }) => id);
  const unknown = psps?.find((psp) => !known.includes(psp));
  if (unknown !== undefined) throw new Error(`no simulator ${unknown}: there is ${known.join(', ')}`);
  return simulators.filter(({ id }) => psps === undefined || psps.includes(id));
};

const start = async (definition: PspDefinition, index: number, options: PspSimulatorsOptions) => {
  const simulator = await startSimulator(definition, {
    port: options.ports?.[definition.id],
    dataDir: options.dataDir,
    seed: (options.seed ?? 1) + index,
    time: options.time,
    onCall: (call) => options.onCall?.(definition.id, call),
  });
  const webhook = options.webhooks?.[definition.id];
  if (webhook !== undefined) configure(simulator, webhook);
  return simulator;
};

const configure = (
  { webhooks, definition }: RunningSimulator,
  change: { readonly url: string; readonly secrets?: readonly string[] },
) => {
  const secrets = change.secrets === undefined ? {} : { secrets: [...change.secrets] };
  const settings = changedSettings(
    { url: change.url, ...secrets },
    webhooks.settings(),
    definition.credentials.webhook_secrets,
  );
  if (settings !== undefined) webhooks.configure(settings);
};

const mapped = <T>(
  running: ReadonlyMap<string, RunningSimulator>,
  of: (simulator: RunningSimulator) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries([...running].map(([psp, simulator]) => [psp, of(simulator)]));
