import { originSecretName, secretName } from '../../infra/secret-name.ts';
import { newTokenSecret } from '../../infra/token-secret.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { type AppConfig, startAppConfig } from '../../local/aws/appconfig/start-app-config.ts';
import { createTables, startDynamoDb } from '../../local/aws/dynamodb.ts';
import { startSecretsManager } from '../../local/aws/secrets-manager.ts';
import { createGateway } from '../../local/gateway/create-gateway.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { type Assembly, resourcesOf } from './assembly.ts';
import { assetOf } from './asset-of.ts';
import { type RunningLambda, startLambda } from './lambda-runtime.ts';
import { type PermissionProxy, startPermissionProxy } from './permission-proxy.ts';
import { resolver } from './resolve-intrinsics.ts';
import { functionsOf, statementsOf } from './role-policy.ts';
import { templateRoutes } from './template-routes.ts';

/** An assembly at work on this machine: its routes, bundles, variables and roles as they are; only endpoints lead elsewhere. */
export type DeployedHere = {
  readonly url: string;
  readonly dynamodb: string;
  readonly psps: PspSimulators;
  /** The JSON of a secret, as people or AWS put it in. */
  readonly secretValue: (name: string) => string;
  readonly permissions: PermissionProxy;
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  /** Names of the functions that were called, sorted. */
  readonly started: () => readonly string[];
  readonly logs: () => Promise<string>;
  readonly close: () => Promise<void>;
};

type Closable = { readonly close: () => Promise<void> };

export const deployHere = async (assembly: Assembly, environment: string): Promise<DeployedHere> => {
  const closers: Closable[] = [];
  const closing = <T extends Closable>(part: T): T => {
    closers.unshift(part);
    return part;
  };
  const lambdas = new Map<string, Promise<RunningLambda>>();
  const invoke = async (name: string, event: unknown): Promise<unknown> => {
    const starting = lambdas.get(name) ?? start(name);
    lambdas.set(name, starting);
    return (await starting).invoke(event);
  };

  const psps = closing(await startPspSimulators());
  const dynamodb = closing(await startDynamoDb());
  await createTables(dynamodb.url, ({ id }) => tableName(environment, id));
  const values = secretValues(environment, psps);
  const secrets = closing(await startSecretsManager({ secrets: values }));
  const appConfig = closing(
    await startAppConfig({
      seed: firstRules(assembly),
      minimumPollSeconds: 1,
      validate: async (event) => {
        await invoke('validate-routing-rules', event);
      },
    }),
  );
  const { url } = appConfig;
  const withIds = idsMadeByAws(assembly, environment, appConfig);
  const functions = functionsOf(assembly, environment);
  const functionOf = (name: string) => {
    const found = functions.get(name);
    if (!found) throw new Error(`the assembly has no function ${name}`);
    return found;
  };
  const permissions = closing(
    await startPermissionProxy(
      { dynamodb: dynamodb.url, secretsmanager: secrets.url, appconfig: url, appconfigdata: url },
      (name) =>
        statementsOf(assembly.stacks, functionOf(name)).map((statement) => ({
          ...statement,
          resources: statement.resources.map(withIds),
        })),
    ),
  );
  const start = async (name: string): Promise<RunningLambda> => {
    const { resource, template } = functionOf(name);
    const resolve = resolver(assembly.stacks, template);
    const { Variables = {} } = (resource.Properties.Environment ?? {}) as {
      Variables?: Record<string, unknown>;
    };
    const own = Object.entries(Variables).map(([variable, value]) => [variable, withIds(resolve(value))]);
    return closing(
      await startLambda({
        name,
        taskRoot: assetOf(assembly, resource),
        handler: String(resource.Properties.Handler),
        timeout_s: Number(resource.Properties.Timeout),
        environment: { ...Object.fromEntries(own), ...elsewhere(name, permissions, psps) },
      }),
    );
  };
  const gateway = closing(
    await createGateway({
      routes: templateRoutes(assembly).filter(({ path }) => path !== ''),
      defaultFunction: 'refuse-unknown-route',
      load: async (name) => (event: unknown) => invoke(name, event),
    }),
  );
  psps.setWebhookTarget(gateway.url);
  return {
    url: gateway.url,
    dynamodb: dynamodb.url,
    psps,
    secretValue: (name) => values[name] ?? '',
    permissions,
    invoke,
    started: () => [...lambdas.keys()].toSorted(),
    logs: async () => (await Promise.all(lambdas.values())).map((lambda) => lambda.logs()).join(''),
    close: async () => {
      for (const part of closers) await part.close();
    },
  };
};

/** What people put in after the first deploy. */
const secretValues = (environment: string, psps: PspSimulators): Record<string, string> => {
  let made = 0;
  const random = (): string => Buffer.alloc(32, ++made).toString('base64');
  const credentials = Object.entries(psps.credentials).map(([account, { api_key, webhook_secrets }]) => [
    secretName(environment, account),
    JSON.stringify({ api_key, webhook_secrets }),
  ]);
  return {
    ...Object.fromEntries(credentials),
    [secretName(environment)]: JSON.stringify(newTokenSecret(random)),
    // Secrets Manager makes this one up itself.
    [originSecretName(environment)]: JSON.stringify({ g1: random() }),
  };
};

const firstRules = ({ stacks }: Assembly): string => {
  const [version] = resourcesOf(stacks.stateful, 'AWS::AppConfig::HostedConfigurationVersion');
  return String(version?.[1].Properties.Content);
};

/** Ids that AWS would give when it creates a resource are those of the local AppConfig here. */
const idsMadeByAws = ({ stacks }: Assembly, environment: string, { ids }: AppConfig) => {
  const resolve = resolver(stacks, stacks.stateless);
  const made = Object.entries(ids).map(([id, local]) => {
    return [resolve({ 'Fn::ImportValue': `payments-${environment}-rules-${id}` }), local] as const;
  });
  return (value: string): string =>
    made
      .reduce((replaced, [logical, local]) => replaced.replaceAll(logical, local), value)
      .replaceAll('YourMerchantAccount', 'SimulatedMerchantECOM');
};

const elsewhere = (
  name: string,
  permissions: PermissionProxy,
  psps: PspSimulators,
): Record<string, string> => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: permissions.endpoint(name, 'dynamodb'),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: permissions.endpoint(name, 'secretsmanager'),
  AWS_ENDPOINT_URL_APPCONFIG: permissions.endpoint(name, 'appconfig'),
  AWS_ENDPOINT_URL_APPCONFIGDATA: permissions.endpoint(name, 'appconfigdata'),
  ...Object.fromEntries(
    Object.entries(psps.urls).map(([psp, base]) => [`PSP_${psp.toUpperCase()}_BASE_URL`, base]),
  ),
});
