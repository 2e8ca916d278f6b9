import { simulators } from './psp/simulators.ts';
import { startPspSimulators } from './psp/start-psp-simulators.ts';

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
  const running =
    ids.length === 0
      ? undefined
      : await startPspSimulators({ psps: ids, ...(dataDir !== undefined && { dataDir }) });
  const psps = simulators.map(({ id, credentials: simulated }) => {
    const base_url = elsewhere(id) || running?.urls[id] || '';
    const given = elsewhere(id) ? environment[`PSP_${id.toUpperCase()}_CREDENTIALS`] : undefined;
    const credentials = given ? { ...simulated, ...parse(id, given) } : simulated;
    const { settings, api_key, webhook_secrets } = credentials;
    return [id, { base_url, settings, secret: { api_key, webhook_secrets } }] as const;
  });
  return {
    psps: Object.fromEntries(psps),
    admin: running?.admin,
    sendWebhooksTo: (base_url) => running?.setWebhookTarget(base_url),
    close: async () => running?.close(),
  };
};

const parse = (id: string, json: string): object => {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`PSP_${id.toUpperCase()}_CREDENTIALS is not JSON`, { cause: error });
  }
};
