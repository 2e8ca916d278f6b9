import { defined } from '../../lib/types/defined.ts';
import { type AppConfig, startAppConfig } from '../aws/appconfig/start-app-config.ts';
import type { Credentials } from '../aws/credentials.ts';
import { type LocalDynamoDb, startDynamoDb } from '../aws/dynamodb.ts';
import { startLambda } from '../aws/lambda.ts';
import { startS3 } from '../aws/s3.ts';
import { type SecretsManager, startSecretsManager } from '../aws/secrets-manager.ts';
import type { AwsServer } from '../aws/start-aws-server.ts';
import type { Gateway } from '../gateway/create-gateway.ts';
import { functionExists } from '../gateway/load-function.ts';
import type { SimulatedTime } from '../psp/framework/simulated-time.ts';
import { type LocalPsps, startPsps } from '../psp/start-psps.ts';
import { type LocalVault, startVault } from '../vault/start-vault.ts';
import { endpointVariables, vaultVariable } from './function-environment.ts';
import { localCredentials } from './local-credentials.ts';
import { seededRules } from './seeded-rules.ts';
import { fillTokenSecret, grantKeysOf } from './token-secret.ts';

export type PartsOptions = {
  /** Keeps all data there, including the PSPs' books; in memory if undefined. */
  readonly dataDir?: string;
  /** By default AppConfig's own; tests shorten it. */
  readonly minimumPollSeconds?: number;
  readonly deploymentMs?: number;
  /** The time of the simulated PSPs and of AppConfig; the real one if undefined. */
  readonly time?: SimulatedTime;
  /** When the seeded rules came into force, in Unix milliseconds; now if undefined. */
  readonly seeded?: number;
  readonly onFunctionError?: (functionName: string, error: unknown) => void;
};

/** Undefined: that part is elsewhere. */
export type Parts = {
  readonly dynamoDb: LocalDynamoDb | undefined;
  readonly appConfig: AppConfig | undefined;
  readonly secretsManager: SecretsManager | undefined;
  readonly lambda: AwsServer | undefined;
  readonly s3: AwsServer | undefined;
  readonly psps: LocalPsps;
  readonly vault: LocalVault | undefined;
  readonly credentials: Credentials;
};

/** Starts every part that the environment does not name, in parallel. `closers` gets the parts that started, even if another part did not. */
export const startParts = async (
  options: PartsOptions,
  { url: base_url, invoke }: Pick<Gateway, 'url' | 'invoke'>,
  closers: (() => unknown)[],
): Promise<Parts> => {
  const { dataDir, minimumPollSeconds, deploymentMs } = options;
  const credentials = localCredentials(process.env);
  const inAnyCase = { ...defined({ dataDir }), credentials };
  const unless = <T extends Closable>(variables: readonly string[], start: () => Promise<T>) =>
    variables.every((name) => process.env[name]) ? undefined : closing(start(), closers);
  const starting = [
    unless([endpointVariables.dynamodb], () => startDynamoDb(inAnyCase)),
    unless([endpointVariables.appconfig, endpointVariables.appconfigdata], () =>
      startAppConfig({
        ...inAnyCase,
        ...defined({ minimumPollSeconds, deploymentMs }),
        ...(options.time && { now: options.time.now }),
        ...(functionExists(validator) && {
          validate: async (event) => {
            await invoke(validator, event);
          },
        }),
        seed: JSON.stringify(seededRules(options.seeded ?? Date.now())),
      }),
    ),
    unless([endpointVariables.secrets_manager], () => startSecretsManager(inAnyCase)),
    unless([endpointVariables.lambda], () =>
      startLambda({
        credentials,
        invoke,
        onFunctionError: options.onFunctionError ?? (() => {}),
      }),
    ),
    unless([endpointVariables.s3], () => startS3(inAnyCase)),
    closing(startPsps(process.env, dataDir, options.time), closers),
  ] as const;
  await Promise.allSettled(starting);
  const [dynamoDb, appConfig, secretsManager, lambda, s3, psps] = await Promise.all(starting);
  if (secretsManager) fillTokenSecret(secretsManager);
  // It verifies grants with the router's secret, and sends to the PSPs.
  const vault =
    secretsManager &&
    (await unless([vaultVariable], () =>
      startVault({
        base_url,
        psps: psps.psps,
        grant_keys: grantKeysOf(secretsManager),
        credentials,
        dynamodb: process.env[endpointVariables.dynamodb],
        dataDir,
      }),
    ));
  return { dynamoDb, appConfig, secretsManager, lambda, s3, psps, vault, credentials };
};

/** AppConfig calls it before a deployment. */
export const validator = 'validate-routing-rules';

type Closable = { readonly close: () => Promise<void> };

const closing = async <T extends Closable>(part: Promise<T>, closers: (() => unknown)[]): Promise<T> => {
  const running = await part;
  closers.push(running.close);
  return running;
};
