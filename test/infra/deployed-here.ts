import { createHash } from 'node:crypto';
import { functionName } from '../../infra/base/function-name.ts';
import { probeName } from '../../infra/base/probe-name.ts';
import { pspSecretName, signingSecretName } from '../../infra/base/secret-name.ts';
import type { Environment } from '../../infra/environments.ts';
import { syntheticKeyName } from '../../infra/probes/synthetic-key.ts';
import { newTokenParts, type TokenParts } from '../../lib/http/token-parts.ts';
import { newSigningKey } from '../../lib/runtime/signing-keys.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { type AppConfig, startAppConfig } from '../../local/aws/appconfig/start-app-config.ts';
import { AwsError } from '../../local/aws/aws-error.ts';
import { createTables, startDynamoDb } from '../../local/aws/dynamodb.ts';
import { startLambda as startInvocations } from '../../local/aws/lambda.ts';
import { startS3 } from '../../local/aws/s3.ts';
import { startSecretsManager } from '../../local/aws/secrets-manager.ts';
import { type AwsServer, startAwsServer } from '../../local/aws/start-aws-server.ts';
import { createGateway } from '../../local/gateway/create-gateway.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { credentials } from '../integration/storage/start-dynamodb.ts';
import { type Assembly, resourcesOf } from './assembly.ts';
import { assetOf } from './asset-of.ts';
import { type RunningLambda, startLambda } from './lambda-runtime.ts';
import { type PermissionProxy, startPermissionProxy } from './permission-proxy.ts';
import { resolver } from './resolve-intrinsics.ts';
import { functionsOf, statementsOf } from './role-policy.ts';
import { templateRoutes } from './template-routes.ts';

/** An assembly at work on this machine: its routes, bundles, variables and roles as they are; only endpoints lead elsewhere. */
export type DeployedHere = {
  /** As through the distribution. */
  readonly url: string;
  /** The API's own address behind it. */
  readonly gatewayUrl: string;
  readonly dynamodb: string;
  readonly psps: PspSimulators;
  /** The parts of the signing secret, as people put them in. */
  readonly signing: TokenParts;
  /** What the distribution proves itself with. */
  readonly originProof: string;
  readonly permissions: PermissionProxy;
  /** What a person does after the first deploy; before it, a secret of their own has no value. */
  readonly putPspKeys: () => void;
  /** The API key that payments of the environment's own are made with. */
  readonly putSyntheticKey: (key: string) => void;
  /** AppConfig's clock goes on by so much: a published rule is watched for minutes. */
  readonly passTime: (milliseconds: number) => void;
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  /** The function's next call is a cold start. */
  readonly startAnew: (functionName: string) => Promise<void>;
  /** Names of the functions that were called, sorted. */
  readonly started: () => readonly string[];
  readonly logs: (names?: readonly string[]) => Promise<string>;
  readonly close: () => Promise<void>;
};

type Closable = { readonly close: () => Promise<void> };

export const deployHere = async (assembly: Assembly, environment: Environment): Promise<DeployedHere> => {
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

  let passed = 0;
  const former: RunningLambda[] = [];
  const psps = closing(await startPspSimulators());
  const dynamodb = closing(await startDynamoDb({ credentials }));
  await createTables(dynamodb, ({ id }) => tableName(environment.name, id));
  const signing = newTokenParts({ secret: newSecret(), signing: newSigningKey });
  const secrets = closing(await startSecretsManager({ secrets: labelled(environment, signing, psps) }));
  const appConfig = closing(
    await startAppConfig({
      seed: firstRules(assembly),
      minimumPollSeconds: 1,
      watchMs: environment.rules_watch_minutes * 60_000,
      now: () => Date.now() + passed,
      validate: async (event) => {
        await invoke('validate-routing-rules', event);
      },
    }),
  );
  const { url } = appConfig;
  const parameters = new Map<string, string>();
  const ssm = closing(await startParameters(parameters));
  const invocations = closing(
    await startInvocations({
      invoke: (name, event) => invoke(name.replace(functionName(environment, ''), ''), event),
      onFunctionError: (name, error) => console.error(name, error),
    }),
  );
  const files = closing(await startS3({}));
  const withIds = madeByAws(assembly, appConfig);
  const functions = functionsOf(assembly, environment.name);
  const functionOf = (name: string) => {
    const found = functions.get(name);
    if (!found) throw new Error(`the assembly has no function ${name}`);
    return found;
  };
  const permissions = closing(
    await startPermissionProxy(
      {
        dynamodb,
        secretsmanager: secrets.url,
        appconfig: url,
        appconfigdata: url,
        ssm: ssm.url,
        lambda: invocations.url,
        s3: files.url,
      },
      (name) =>
        statementsOf(functionOf(name)).map((statement) => ({
          ...statement,
          resources: statement.resources.map(withIds),
        })),
    ),
  );
  const start = async (name: string): Promise<RunningLambda> => {
    const { resource, template } = functionOf(name);
    const resolve = resolver(template);
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
        environment: {
          ...Object.fromEntries(own),
          ...elsewhere(name, permissions, psps),
          // It comes from outside.
          ...(['pay-synthetically', probeName].includes(name) && { PUBLIC_URL: gateway.url }),
        },
      }),
    );
  };
  const api = {
    routes: templateRoutes(assembly).filter(({ path }) => path !== ''),
    defaultFunction: 'refuse-unknown-route',
    load: async (name: string) => (event: unknown) => invoke(name, event),
  };
  const gateway = closing(
    await createGateway({
      ...api,
      front: ({ requestContext }) => ({
        'origin-secret': originProof,
        'true-client-ip': requestContext.http.sourceIp,
      }),
    }),
  );
  const direct = closing(await createGateway(api));
  psps.setWebhookTarget(gateway.url);
  return {
    url: gateway.url,
    gatewayUrl: direct.url,
    dynamodb: dynamodb.url,
    psps,
    signing,
    originProof,
    permissions,
    putSyntheticKey: (key) => {
      parameters.set(syntheticKeyName(environment), key);
    },
    putPspKeys: () => {
      const psp = psps.credentials;
      for (const account of Object.keys(psp))
        secrets.rotate(pspSecretName(environment, account), JSON.stringify({ psp }));
    },
    passTime: (milliseconds) => {
      passed += milliseconds;
    },
    invoke,
    startAnew: async (name) => {
      const running = lambdas.get(name);
      lambdas.delete(name);
      if (running) former.push(await running);
    },
    started: () => [...lambdas.keys()].toSorted(),
    logs: async (names = [...lambdas.keys()]) => {
      const running = await Promise.all(names.map((name) => lambdas.get(name)));
      return [...former, ...running].map((lambda) => lambda?.logs()).join('');
    },
    close: async () => {
      for (const part of closers) await part.close();
    },
  };
};

/** AWS's Parameter Store, as far as it is read here. */
const startParameters = (parameters: ReadonlyMap<string, string>): Promise<AwsServer> =>
  startAwsServer(({ headers, body }) => {
    if (headers['x-amz-target'] !== 'AmazonSSM.GetParameter')
      throw new AwsError('UnknownOperationException', 400, 'not served here');
    const { Name, WithDecryption } = JSON.parse(body.toString());
    const value = parameters.get(Name);
    if (value === undefined) throw new AwsError('ParameterNotFound', 400, 'no such parameter');
    return {
      status: 200,
      body: JSON.stringify({ Parameter: { Name, Value: WithDecryption ? value : 'encrypted' } }),
    };
  }, {});

const newSecret = (): (() => string) => {
  let made = 0;
  return () => Buffer.alloc(32, ++made).toString('base64');
};

/** What people put in after the first deploy; PSPs' keys only if they are in the same secret. */
const labelled = (
  environment: Environment,
  parts: TokenParts,
  { credentials: psp }: PspSimulators,
): Record<string, string> => {
  const id = signingSecretName(environment);
  const each = Object.entries(parts).map(([purpose, part]) => [`${id}#${purpose}`, JSON.stringify(part)]);
  const current = environment.secrets === 'one' ? { psp } : {};
  return { [id]: JSON.stringify(current), ...Object.fromEntries(each) };
};

/** The deploy's own function makes this up. */
const originProof = 'o'.repeat(64);

const firstRules = ({ stacks }: Assembly): string => {
  const [version] = resourcesOf(stacks.payments, 'AWS::AppConfig::HostedConfigurationVersion');
  return String(version?.[1].Properties.Content);
};

/** Ids that AWS would give when it creates a resource are those of the local AppConfig here. */
const madeByAws = ({ stacks }: Assembly, { ids }: AppConfig) => {
  const [proof] = resourcesOf(stacks.payments, 'Custom::OriginProof').map(([id]) => id);
  const of = (type: string, named?: string): string => {
    const found = resourcesOf(stacks.payments, `AWS::AppConfig::${type}`).filter(
      ([, { Properties }]) => named === undefined || String(Properties.Name).endsWith(named),
    );
    return String(found[0]?.[0]);
  };
  const made: readonly (readonly [string, string])[] = [
    [of('Application'), ids.application],
    [of('Environment'), ids.environment],
    [of('ConfigurationProfile'), ids.profile],
    [of('DeploymentStrategy', '-rules'), ids.strategy],
    [`${proof}.digest`, createHash('sha256').update(originProof).digest('hex')],
  ];
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
  AWS_ENDPOINT_URL_LAMBDA: permissions.endpoint(name, 'lambda'),
  AWS_ENDPOINT_URL_S3: permissions.endpoint(name, 's3'),
  AWS_ENDPOINT_URL_SSM: permissions.endpoint(name, 'ssm'),
  AWS_ENDPOINT_URL_APPCONFIGDATA: permissions.endpoint(name, 'appconfigdata'),
  ...Object.fromEntries(
    Object.entries(psps.urls).map(([psp, base]) => [`PSP_${psp.toUpperCase()}_BASE_URL`, base]),
  ),
});
