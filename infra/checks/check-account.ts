import { keyPurposes } from '../../lib/http/token-parts.ts';
import { credentialProblem } from '../../lib/runtime/error-line.ts';
import { awsCall, awsJson } from '../aws/aws-call.ts';
import { neverDeployed, stackStatus } from '../aws/stack-status.ts';
import { cloudFrontRegion } from '../base/cloud-front-region.ts';
import { pspSecretName, signingSecretName } from '../base/secret-name.ts';
import { stackName } from '../base/stack-name.ts';
import { deployable } from '../deploying/deployable.ts';
import type { Environment } from '../environments.ts';
import { readSyntheticKey, syntheticKeyName } from '../probes/synthetic-key.ts';
import { syntheticKeyCommand } from '../probes/synthetic-key-command.ts';
import type { Check } from './check.ts';
import { checkDeployedAccounts } from './check-deployed-accounts.ts';
import { checkSubscribers } from './check-subscribers.ts';

/** How far apart clocks may be before a signature is refused. */
const skew_ms = 300_000;
/** The part of the quota that Lambda keeps unreserved. */
const unreserved = 100;

/** Checks the AWS account, and changes nothing. Without credentials, no other check runs. */
export const checkAccount = async (whole: Environment): Promise<readonly Check[]> => {
  const { site: environment, warnings, problems } = deployable(whole, 'infra/environments.ts');
  const settings: readonly Check[] = [
    ...warnings.map((says): Check => ({ ok: false, later: true, says })),
    ...problems.map((says): Check => ({ ok: false, says })),
  ];
  const accounts = `${environment.name} has the accounts ${Object.keys(environment.accounts).join(', ')}`;
  const filled = problems.length === 0 ? [...settings, { ok: true, says: accounts }] : settings;
  const who = await credentials();
  if (!who[0]?.ok) return [...filled, ...who];
  const stack = await stackStatus(stackName(environment));
  return [
    ...filled,
    ...who,
    await bootstrap(environment),
    ...(environment.firewall ? [await bootstrap(environment, cloudFrontRegion)] : []),
    ...(await concurrency(environment)),
    ...checkStack(environment, stack),
    ...(stack === undefined
      ? []
      : [
          ...(await checkDeployedAccounts(environment)),
          ...(await secretsFilled(environment)),
          ...(await payer(environment)),
          ...(await checkSubscribers(environment)),
        ]),
  ];
};

const credentials = async (): Promise<readonly Check[]> => {
  try {
    const response = await awsCall({
      service: 'sts',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
    });
    const account = /"?Account"?[":>\s]+(\d{12})/.exec(response.text)?.[1];
    const apart = Math.abs(Date.now() - response.date);
    return [
      response.ok
        ? { ok: true, says: `credentials belong to account ${account ?? 'unknown'}` }
        : {
            ok: false,
            says: `credentials: ${credentialProblem(new Error(response.text)) ?? `AWS answered ${response.status}. Log in, and check AWS_PROFILE and AWS_REGION`}`,
          },
      {
        ok: !(apart > skew_ms),
        says:
          apart > skew_ms
            ? `this clock is ${Math.round(apart / 1000)} s off AWS's`
            : "this clock agrees with AWS's",
      },
    ];
  } catch (error) {
    return [{ ok: false, says: `credentials: ${credentialProblem(error) ?? unanswered(error)}` }];
  }
};

const unanswered = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && 'code' in cause
    ? `AWS gives no answer (${cause.code}). Check the network, and AWS_REGION`
    : message;
};

const json = (service: string, target: string, body: object) => ({
  service,
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
  body: JSON.stringify(body),
});

/** Of the shell's region if `region` is undefined. */
const bootstrap = async ({ name }: Environment, region?: string): Promise<Check> => {
  const { ok, text } = await awsCall({
    ...json('ssm', 'AmazonSSM.GetParameter', { Name: '/cdk-bootstrap/hnb659fds/version' }),
    ...(region && { region }),
  });
  const where = region ?? 'the region';
  if (ok) return { ok, says: `${where} is bootstrapped for CDK` };
  const says = text.includes('ParameterNotFound')
    ? `${where} is not bootstrapped for CDK: \`npx cdk bootstrap -c env=${name}\``
    : `nobody can tell whether ${where} is bootstrapped for CDK: ssm answered ${text.slice(0, 300)}`;
  return { ok, says };
};

type AccountSettings = { readonly AccountLimit: { readonly ConcurrentExecutions: number } };

const concurrency = async ({
  concurrency_quota,
  reserved_recovery,
}: Environment): Promise<readonly Check[]> => {
  const { AccountLimit } = await awsJson<AccountSettings>({
    service: 'lambda',
    path: '/2016-08-19/account-settings',
  });
  const quota = AccountLimit.ConcurrentExecutions;
  const room = reserved_recovery === 0 || quota - reserved_recovery >= unreserved;
  return [
    {
      ok: quota >= concurrency_quota,
      says:
        quota >= concurrency_quota
          ? `Lambda runs up to ${quota} functions at once`
          : `Lambda runs ${quota} functions at once, infra/environments.ts says ${concurrency_quota}: ask Service Quotas for more, or correct concurrency_quota`,
    },
    {
      ok: room,
      says: room
        ? 'the concurrency for recovery can be reserved'
        : `reserved_recovery would be rejected: Lambda keeps ${unreserved} of ${quota} unreserved. Set it to 0`,
    },
  ];
};

const checkStack = (environment: Environment, status: string | undefined): readonly Check[] => {
  const name = stackName(environment);
  if (status === undefined)
    return [{ ok: true, says: `${name} is not deployed yet: this is its first deploy` }];
  const busy = status.endsWith('_IN_PROGRESS') || status.endsWith('ROLLBACK_FAILED');
  const deployed = !busy && status !== neverDeployed;
  const unmarked = deployed && environment.protected && !environment.established;
  return [
    {
      ok: !busy,
      says: busy
        ? `${name} is ${status}: wait, or read its events in CloudFormation`
        : `${name} is ${status}`,
    },
    ...(unmarked
      ? [
          {
            ok: false,
            later: true as const,
            says: `${name} is deployed: set \`established: true\` in infra/environments.ts, so that it cannot be deleted`,
          },
        ]
      : []),
  ];
};

const secretsFilled = async (environment: Environment): Promise<readonly Check[]> => [
  await signingKeysFilled(environment),
  ...(await Promise.all(Object.keys(environment.accounts).map((account) => pspFilled(environment, account)))),
];

const signingKeysFilled = async (environment: Environment): Promise<Check> => {
  const id = signingSecretName(environment);
  const parts = await Promise.all(keyPurposes.map((purpose) => secretValue(id, purpose)));
  const missing = keyPurposes.filter((_, index) => Object.keys(parts[index] ?? {}).length === 0);
  return missing.length === 0
    ? { ok: true, says: `${id} has signing keys` }
    : {
        ok: false,
        later: true,
        says: `${id} has no signing keys for ${missing.join(', ')}: \`npm run tokens -- create --env ${environment.name}\``,
      };
};

const pspFilled = async (environment: Environment, account: string): Promise<Check> => {
  const id = pspSecretName(environment, account);
  const { psp = {} } = (await secretValue(id, 'AWSCURRENT')) as {
    readonly psp?: Readonly<Record<string, { readonly webhook_secrets?: readonly unknown[] } | undefined>>;
  };
  const found = psp[account];
  if (found === undefined)
    return {
      ok: false,
      later: true,
      says: `${id} has no keys for ${account}: \`npm run tokens -- psp ${account} --env ${environment.name} < keys.json\``,
    };
  return found.webhook_secrets?.length
    ? { ok: true, says: `${id} has the keys for ${account}` }
    : {
        ok: false,
        later: true,
        says: `${id} has no webhook secret for ${account}: its events will be rejected`,
      };
};

const payer = async (environment: Environment): Promise<readonly Check[]> => {
  if (environment.synthetic_minutes === 0) return [];
  const name = syntheticKeyName(environment);
  const ok = (await readSyntheticKey(name)) !== undefined;
  return [
    ok
      ? { ok, says: `${name} has the API key for synthetic payments` }
      : {
          ok,
          later: true,
          says: `${name} has no API key, so no synthetic payments are made: \`${syntheticKeyCommand(environment)}\``,
        },
  ];
};

const secretValue = async (
  SecretId: string,
  VersionStage: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const { ok, text } = await awsCall(
    json('secretsmanager', 'secretsmanager.GetSecretValue', { SecretId, VersionStage }),
  );
  if (!ok && !text.includes('ResourceNotFound')) throw new Error(`secretsmanager: ${text.slice(0, 300)}`);
  return ok ? JSON.parse(JSON.parse(text).SecretString) : {};
};
