import { join } from 'node:path';
import { consoleRoutes } from '../../lib/http/console-routes.ts';
import { routes } from '../../lib/http/routes.ts';
import { tables } from '../../lib/storage/tables.ts';
import { defined } from '../../lib/types/defined.ts';
import { createTables } from '../aws/dynamodb.ts';
import type { StreamEnds } from '../aws/skip-streams.ts';
import { storeOf } from '../aws/store-of.ts';
import { issueApiKey } from '../commands/issue-api-key.ts';
import { docsMount } from '../docs/docs-mount.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../gateway/create-gateway.ts';
import { functionExists, loadFunction } from '../gateway/load-function.ts';
import { startTimer } from '../gateway/start-timer.ts';
import { announceService, withdrawService } from '../support/running-service.ts';
import { fillConsoleSecret } from './console-secret.ts';
import { frontHeaders } from './front.ts';
import { functionEnvironment, pspSecretId } from './function-environment.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { type Parts, type PartsOptions, startParts, validator } from './start-parts.ts';
import { startStreamConsumer } from './start-stream-consumer.ts';

export type ServiceOptions = PartsOptions &
  Pick<GatewayOptions, 'mounts' | 'onAnswer' | 'onFunctionError'> & {
    /** 0, the default: any free one. */
    readonly port?: number;
    /** Begins with a week of payments, unless there are payments already. */
    readonly week?: boolean;
  };

export type RunningService = Pick<Parts, 'appConfig' | 'secretsManager'> &
  Pick<Gateway, 'invoke'> & {
    readonly base_url: string;
    readonly api_key: string;
    readonly psps: Readonly<Record<string, string>>;
    /** The PSP simulators' admin endpoint; undefined if every PSP is elsewhere. */
    readonly admin: string | undefined;
    /** The origin of the vault that was started with it; undefined if it is elsewhere. */
    readonly vault: string | undefined;
    /** The number of payments of the week that was asked for; 0 if there were payments before. */
    readonly week: number | undefined;
    /** Resolves to the name of a required part that has ended by itself. */
    readonly failed: Promise<string>;
    /** Waits up to 5 s for running work, then stops every part. */
    readonly close: () => Promise<void>;
  };

const defaultFunction = 'refuse-unknown-route';
/** The function that AWS starts every minute. */
const recovery = 'recover-charges';
const settling = 'settle-rule-versions';
let started = false;

/**
 * The whole service in this process: every function unchanged behind the local gateway, with every part it needs that the environment does not name
 * (`AWS_ENDPOINT_URL_*`, `PSP_<ID>_BASE_URL`). Sets `process.env` for the functions. Once per process, since their clients are module state, as in
 * Lambda.
 */
export const startService = async (options: ServiceOptions = {}): Promise<RunningService> => {
  if (started) throw new Error('The service can start only once per process');
  started = true;
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  // Requests that come before everything is ready wait for it in `load`.
  const ready = Promise.withResolvers<void>();
  // AppConfig asks its validator before that, if rules are published while the service starts.
  const prepared = Promise.withResolvers<void>();
  let vaultOrigin: string | undefined;
  try {
    const gateway = await createGateway({
      ...options,
      mounts: [docsMount, ...(options.mounts ?? [])],
      routes: [...routes, ...consoleRoutes],
      defaultFunction,
      load: (name) => (name === validator ? prepared : ready).promise.then(() => loadFunction(name)),
      allowOrigin: () => vaultOrigin,
      front: frontHeaders,
    });
    closers.push(() => gateway.close());
    if (options.dataDir !== undefined) closers.push(lockDataDir(options.dataDir));
    const week = options.week
      ? await import('../week/begin-week.ts').then(({ beginWeek }) => beginWeek())
      : undefined;
    const parts = await startParts({ ...options, ...week?.parts }, gateway, closers);
    vaultOrigin = parts.vault?.vault.url;
    const { running, environment } = await prepare(options, gateway, parts);
    prepared.resolve();
    const written = await week?.write(parts, environment);
    // Now, since functions read the rules as soon as they are imported.
    await preload();
    parts.psps.sendWebhooksTo(gateway.url);
    ready.resolve();
    announceService(gateway.port, { pid: process.pid, ...running, environment });
    closers.push(() => gateway.close());
    closers.push(() => withdrawService(gateway.port, process.pid));
    closers.push(startTimers(options, gateway, environment));
    closers.push(startEvents(options, gateway, environment, written?.ends));
    const { appConfig, secretsManager } = parts;
    const failed = unlessClosing(parts, closers);
    return {
      ...running,
      admin: running.admin,
      vault: vaultOrigin,
      week: written?.payments,
      appConfig,
      secretsManager,
      invoke: gateway.invoke,
      failed,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Sets the functions' environment, creates the tables, stores the credentials, and issues the API key. */
const prepare = async ({ dataDir }: ServiceOptions, gateway: Gateway, parts: Parts) => {
  const { url: base_url } = gateway;
  const { dynamoDb, appConfig, secretsManager, lambda, s3, psps, vault } = parts;
  const environment = functionEnvironment(process.env, {
    base_url,
    dynamodb: dynamoDb?.url ?? '',
    appconfig: appConfig?.url ?? '',
    secrets_manager: secretsManager?.url ?? '',
    lambda: lambda?.url ?? '',
    s3: s3?.url ?? '',
    psps: psps.psps,
    vault: vault?.vault,
    console_keys: secretsManager && fillConsoleSecret(secretsManager),
    credentials: parts.credentials,
  });
  applyEnvironment(environment);
  const nameOf = ({ variable }: { readonly variable: string }) => environment[variable] ?? '';
  await createTables(storeOf(environment), nameOf);
  const psp = Object.fromEntries(Object.entries(psps.psps).map(([id, { secret }]) => [id, secret]));
  const { VAULT_API_KEY: api_key } = process.env;
  secretsManager?.rotate(pspSecretId, JSON.stringify({ psp, ...(api_key && { vault: { api_key } }) }));
  const key = await issueApiKey(dataDir);
  const urls = Object.fromEntries(Object.entries(psps.psps).map(([psp, at]) => [psp, at.base_url]));
  const { admin } = psps;
  const running = { base_url, api_key: key, psps: urls, ...defined({ admin }) };
  return { running, environment };
};

/** A profile would override the dummy credentials for the local parts. */
const applyEnvironment = (environment: Readonly<Record<string, string>>): void => {
  Object.assign(process.env, environment);
  if (environment.AWS_ACCESS_KEY_ID !== undefined)
    for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete process.env[name];
};

/** Avoids an import during the first request; a function that cannot be loaded stops the start. */
const preload = async (): Promise<void> => {
  const names = new Set([
    ...[...routes, ...consoleRoutes].map((route) => route.function),
    defaultFunction,
    recovery,
    settling,
    'record-events',
    'deliver-events',
    'run-backtest',
    'run-export',
  ]);
  await Promise.all([...names].filter(functionExists).map(loadFunction));
};

const startTimers = (
  { onFunctionError = () => {} }: ServiceOptions,
  { invoke }: Gateway,
  { RECOVERY_TICK_S, ROLLOUT_TICK_S }: Readonly<Record<string, string>>,
): (() => void) => {
  const every = [
    [recovery, RECOVERY_TICK_S],
    [settling, ROLLOUT_TICK_S],
  ] as const;
  const stops = every
    .filter(([name]) => functionExists(name))
    .map(([name, seconds]) => startTimer(name, invoke, Number(seconds) * 1_000, onFunctionError));
  return () => {
    for (const stop of stops) stop();
  };
};

/** If the store is in memory or elsewhere, reading starts over at each start. */
const startEvents = (
  { dataDir, onFunctionError = () => {} }: ServiceOptions,
  { invoke }: Gateway,
  environment: Readonly<Record<string, string>>,
  from: StreamEnds | undefined,
): (() => void) =>
  startStreamConsumer({
    from,
    store: storeOf(environment),
    tables: tables
      .filter(({ stream }) => stream)
      .map(({ variable, window_s, stream_of }) => ({
        name: environment[variable] ?? '',
        stream_of,
        window_s: window_s && Number(environment.HEALTH_TICK_S),
      })),
    invoke,
    ...(dataDir !== undefined && { positions: join(dataDir, 'streams.json') }),
    onError: onFunctionError,
  });

/** Nothing is left to close once `close` has begun. */
const unlessClosing = ({ dynamoDb, vault }: Parts, closers: readonly unknown[]): Promise<string> =>
  new Promise((resolve) => {
    const watch = (name: string, part: { readonly ended: Promise<void> } | undefined): void =>
      void part?.ended.then(() => {
        if (closers.length > 0) resolve(name);
      });
    watch('DynamoDB', dynamoDb);
    watch('The card vault', vault);
  });
