import { AssetHashType, DockerImage, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  Code,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { acknowledge, acknowledgeWildcard } from '../base/acknowledgements.ts';
import { functionName } from '../base/function-name.ts';
import { logGroup } from '../base/log-group.ts';
import { serviceOfThisAccount } from '../base/service-of-this-account.ts';
import type { FunctionNeeds } from '../function-needs.ts';
import type { Site } from '../site.ts';
import { packageFunction } from './package-function.ts';
import { callerRoleName } from './vault-callers.ts';

export type PaymentFunction = {
  readonly needs: FunctionNeeds;
  readonly function: LambdaFunction;
  /** The alias that callers invoke: a deployment moves it to the new version. */
  readonly live: Alias;
};

export type FunctionGrants = {
  readonly key: IKey | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
  readonly reservedConcurrency?: number;
};

/** Makes a function from its line in `function-needs.ts` and from values known only at its place. */
export type Build = (
  needs: FunctionNeeds,
  more?: Partial<Pick<FunctionGrants, 'statements' | 'reservedConcurrency'>>,
) => PaymentFunction;

/** One file of `functions/` or `infra/packaged/` as a Lambda with its own role and log group, bundled on this machine. */
export const paymentFunction = (
  stack: Stack,
  environment: Site,
  needs: FunctionNeeds,
  grants: FunctionGrants,
): PaymentFunction => {
  const logs = logGroup(stack, environment, needs.name, grants.key);
  const role = new Role(stack, `${needs.name}-role`, {
    assumedBy: serviceOfThisAccount(stack, 'lambda'),
    // The vault's account lists the roles that may call it. Without a vault too: a new name would be a new role, while the versions at work have the old one.
    ...(needs.vault?.length && { roleName: callerRoleName(environment.name, stack.region, needs.name) }),
  });
  const policy = new ManagedPolicy(stack, `${needs.name}-policy`, {
    roles: [role],
    statements: [...grants.statements, writeOwnLogs(logs), ...(environment.traced ? [sendTraces()] : [])],
  });
  const lambda = new LambdaFunction(stack, needs.name, {
    functionName: functionName(environment, needs.name),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: bundled(needs.file ?? needs.name, environment),
    // The policy above is complete; a role that CDK may extend would gain unlisted statements.
    role: role.withoutPolicyUpdates(),
    timeout: Duration.seconds(needs.timeout_s),
    memorySize: needs.memory_mb,
    environment: { ...grants.variables },
    logGroup: logs,
    loggingFormat: LoggingFormat.JSON,
    applicationLogLevelV2: ApplicationLogLevel.INFO,
    // Otherwise START, END and REPORT of every call would be most of the log; CloudWatch's own metrics have the same figures.
    systemLogLevelV2: SystemLogLevel.WARN,
    tracing: environment.traced ? Tracing.ACTIVE : Tracing.DISABLED,
    // `npm run release -- back` needs the previous version.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    ...(grants.reservedConcurrency && { reservedConcurrentExecutions: grants.reservedConcurrency }),
  });
  lambda.node.addDependency(policy);
  if (environment.traced) acknowledge(policy, 'traces');
  for (const resource of grants.statements.flatMap((statement) => statement.resources)) {
    const wildcard = wildcards.find(({ ending }) => resource.endsWith(ending));
    if (wildcard) acknowledgeWildcard(policy, wildcard.why, resource);
  }
  acknowledge(lambda, 'functionsOutsideVpc');
  const live = new Alias(stack, `${needs.name}-live`, {
    aliasName: 'live',
    version: lambda.currentVersion as IVersion,
  });
  return { needs, function: lambda, live };
};

/** The endings of resources that no policy can name exactly; the first that fits counts. */
const wildcards = [
  { ending: '/stream/*', why: 'labelledByDynamoDb' },
  { ending: '/exp_*', why: 'namedAfterExport' },
  { ending: '/*', why: 'numberedByAppConfig' },
] as const;

/**
 * The asset's identity is its content, so an unchanged function is not deployed again. `command` is never run: it keeps CDK, which caches bundles by
 * their options and cannot see into `tryBundle`, from confusing one function's bundle with another's.
 */
const bundled = (name: string, { accounts }: Site): Code =>
  Code.fromAsset('functions', {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('local-bundling-only'),
      command: [name, JSON.stringify({ accounts })],
      local: {
        tryBundle: (directory: string): boolean => {
          packageFunction(name, directory, { accounts });
          return true;
        },
      },
    },
  });

const writeOwnLogs = (logGroup: LogGroup): PolicyStatement =>
  new PolicyStatement({
    sid: 'WriteOwnLogs',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });

/** X-Ray has no resources: AWS allows these two actions only on `*`. */
const sendTraces = (): PolicyStatement =>
  new PolicyStatement({
    sid: 'SendTraces',
    actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
    resources: ['*'],
  });
