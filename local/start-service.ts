import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../lib/http/routes.ts';
import { type AppConfig, startAppConfig } from './aws/appconfig/start-app-config.ts';
import { createTables, startDynamoDb } from './aws/dynamodb.ts';
import { type SecretsManager, startSecretsManager } from './aws/secrets-manager.ts';
import {
  endpointVariables,
  functionEnvironment,
  pspSecretId,
  tokensSecretId,
} from './function-environment.ts';
import { createGateway, type Gateway, type GatewayOptions } from './gateway/create-gateway.ts';
import { issueApiKey } from './issue-api-key.ts';
import { functionExists, loadFunction } from './load-function.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { newTokenSecret } from './new-token-secret.ts';
import { announceService, withdrawService } from './running-service.ts';
import { seededRules } from './seeded-rules.ts';
import { type LocalPsps, startPsps } from './start-psps.ts';
import { startRecoveryTimer } from './start-recovery-timer.ts';

export type ServiceOptions = Pick<GatewayOptions, 'mounts' | 'onAnswer' | 'onFunctionError'> & {
  /** 0, the default: any free one. */
  readonly port?: number;
  /** Keeps everything there, the PSPs' books included; in memory without it. */
  readonly dataDir?: string;
  /** Milliseconds between recovery runs; 5000 by default. */
  readonly recoverEveryMs?: number;
  /** As AppConfig's own unless a test shortens them. */
  readonly minimumPollSeconds?: number;
  readonly deploymentMs?: number;
};

export type RunningService = {
  readonly base_url: string;
  readonly api_key: string;
  readonly psps: Readonly<Record<string, string>>;
  readonly admin: string | undefined;
  /** The local parts; undefined where one is elsewhere. */
  readonly appConfig: AppConfig | undefined;
  readonly secretsManager: SecretsManager | undefined;
  readonly invoke: Gateway['invoke'];
  /** Resolves when a part without which the service cannot go on has ended by itself, with its name. */
  readonly failed: Promise<string>;
  /** Lets what is under way end, for 5 s at most, then stops every part. */
  readonly close: () => Promise<void>;
};

const defaultFunction = 'refuse-unknown-route';
let started = false;

/**
 * The whole service in this process: every function unchanged behind the local gateway, and whatever it needs that the environment does not
 * name (`AWS_ENDPOINT_URL_*`, `PSP_<ID>_BASE_URL`). Sets `process.env` for the functions. Once in a process: their clients are module state, as in Lambda.
 */
export const startService = async (options: ServiceOptions = {}): Promise<RunningService> => {
  if (started) throw new Error('The service starts once in a process');
  started = true;
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
};

const start = async (
  options: ServiceOptions,
  closers: (() => unknown)[],
  close: () => Promise<void>,
): Promise<RunningService> => {
  // Requests that come before the parts are ready wait for them in `load`.
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const gateway = await createGateway({
    ...options,
    routes,
    defaultFunction,
    load: (name) => ready.promise.then(() => loadFunction(name)),
  });
  const { url: base_url, port } = gateway;
  if (options.dataDir !== undefined) closers.push(lockDataDir(options.dataDir));
  const parts = await startParts(options, gateway, closers);
  closers.push(() => gateway.close());
  const { psps, appConfig, secretsManager } = parts;

  const environment = functionEnvironment(process.env, {
    base_url,
    dynamodb: parts.dynamoDb?.url ?? '',
    appconfig: appConfig?.url ?? '',
    secrets_manager: secretsManager?.url ?? '',
    psps: psps.psps,
  });
  applyEnvironment(environment);
  await createTables(
    environment[endpointVariables.dynamodb] ?? '',
    ({ variable }) => environment[variable] ?? '',
  );
  for (const [psp, { secret }] of Object.entries(psps.psps))
    secretsManager?.rotate(pspSecretId(psp), JSON.stringify(secret));
  const api_key = await issueApiKey(options.dataDir);
  psps.sendWebhooksTo(base_url);
  await preload();
  ready.resolve();
  if (functionExists('recover-charges')) {
    const report = options.onFunctionError ?? (() => {});
    closers.push(startRecoveryTimer(gateway.invoke, options.recoverEveryMs ?? 5_000, report));
  }
  const urls = Object.fromEntries(Object.entries(psps.psps).map(([psp, at]) => [psp, at.base_url]));
  const { admin } = psps;
  announceService(port, {
    pid: process.pid,
    base_url,
    api_key,
    psps: urls,
    ...(admin !== undefined && { admin }),
    environment,
  });
  closers.push(() => withdrawService(port, process.pid));
  const failed = parts.dynamoDb?.ended.then(() => 'DynamoDB') ?? sleep(2 ** 31 - 1, '', { ref: false });
  return {
    ...{ base_url, api_key, psps: urls, admin, appConfig, secretsManager },
    ...{ invoke: gateway.invoke, failed, close },
  };
};

type Parts = {
  readonly dynamoDb: Awaited<ReturnType<typeof startDynamoDb>> | undefined;
  readonly appConfig: AppConfig | undefined;
  readonly secretsManager: SecretsManager | undefined;
  readonly psps: LocalPsps;
};

/** Side by side; what did start is closed by `closers` even where another did not. */
const startParts = async (
  { dataDir, minimumPollSeconds, deploymentMs }: ServiceOptions,
  { invoke }: Gateway,
  closers: (() => unknown)[],
): Promise<Parts> => {
  const isElsewhere = (name: string) => Boolean(process.env[name]);
  const closing = async <T extends { readonly close: () => Promise<void> }>(part: Promise<T>): Promise<T> => {
    const running = await part;
    closers.push(running.close);
    return running;
  };
  const inDataDir = dataDir === undefined ? {} : { dataDir };
  const validate = functionExists('validate-routing-rules')
    ? { validate: async (event: unknown) => void (await invoke('validate-routing-rules', event)) }
    : {};
  const starting = [
    isElsewhere(endpointVariables.dynamodb) ? undefined : closing(startDynamoDb(dataDir)),
    isElsewhere(endpointVariables.appconfig) && isElsewhere(endpointVariables.appconfigdata)
      ? undefined
      : closing(
          startAppConfig({
            ...inDataDir,
            ...validate,
            seed: JSON.stringify(seededRules(Date.now())),
            ...(minimumPollSeconds !== undefined && { minimumPollSeconds }),
            ...(deploymentMs !== undefined && { deploymentMs }),
          }),
        ),
    isElsewhere(endpointVariables.secrets_manager)
      ? undefined
      : closing(startSecretsManager({ ...inDataDir, secrets: { [tokensSecretId]: newTokenSecret() } })),
    closing(startPsps(process.env, dataDir)),
  ] as const;
  await Promise.allSettled(starting);
  const [dynamoDb, appConfig, secretsManager, psps] = await Promise.all(starting);
  return { dynamoDb, appConfig, secretsManager, psps };
};

/** A profile would go before the dummy credentials that the local parts take. */
const applyEnvironment = (environment: Readonly<Record<string, string>>): void => {
  Object.assign(process.env, environment);
  if (environment.AWS_ACCESS_KEY_ID !== undefined)
    for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete process.env[name];
};

/** So that the first request does not wait for an import, and a function that cannot be loaded stops the start. */
const preload = async (): Promise<void> => {
  const names = new Set([...routes.map((route) => route.function), defaultFunction, 'recover-charges']);
  await Promise.all([...names].filter(functionExists).map(loadFunction));
};
