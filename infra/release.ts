import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { errorLine } from '../lib/runtime/error-line.ts';
import { type AwsAnswer, type AwsCall, awsCall } from './aws/aws-call.ts';
import { functionName } from './base/function-name.ts';
import { probeName } from './base/probe-name.ts';
import { stackName } from './base/stack-name.ts';
import { previousVersion, type Version } from './deploying/previous-version.ts';
import { environmentNamed } from './environments.ts';
import { functionNames, signInNeeds } from './function-needs.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';
import { vaultFunctionNames } from './vault/vault-functions.ts';
import { vaultNamed } from './vaults.ts';

const usage = `usage: npm run release -- back dev|staging|prod [vault]
  back  moves the alias \`live\` of every function that the last deployment changed to the version before it; the others stay. \`vault\`: those of
        the environment's vault, with the credentials of its account. Doing it twice changes nothing more. Deploy the previous commit as soon as
        you can: the next deploy of this one would move them forward again.`;

/** Of one function: where it is, and where it was before the last deployment; undefined if it was not. */
type Step = { readonly name: string; readonly now: string; readonly before: string | undefined };

/** `npm run release`: restores the code of the deployment before, without a build. Rules, records and settings stay. */
const main = async (): Promise<void> => {
  refuseUnknownOptions();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  if (values.help) return console.log(usage);
  const [command, name, part, ...rest] = positionals;
  const isPart = part === undefined || part === 'vault';
  if (command !== 'back' || !isPart || rest.length > 0) throw new Error(usage);
  const environment = environmentNamed(name);
  const site = part ? vaultNamed(environment.name) : environment;
  const names = part
    ? vaultFunctionNames
    : [...functionNames, signInNeeds.name, 'pay-synthetically', probeName];
  const deployed = await lastDeployment(stackName(site));
  console.log(`${stackName(site)} was last deployed at ${new Date(deployed).toISOString()}`);
  // Nothing moves before it is known where everything goes.
  const steps: Step[] = [];
  for (const each of names) steps.push(...(await stepOf(functionName(site, each), deployed)));
  for (const step of steps) console.log(await goBack(step));
};

/** When the stack's last update began, in Unix milliseconds. Throws while one is under way, and after one that was taken back. */
const lastDeployment = async (stack: string): Promise<number> => {
  const { text } = await answered({
    service: 'cloudformation',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `Action=DescribeStacks&Version=2010-05-15&StackName=${stack}`,
  });
  const [status, updated, created] = ['StackStatus', 'LastUpdatedTime', 'CreationTime'].map(
    (field) => new RegExp(`<${field}>([^<]+)</${field}>`).exec(text)?.[1],
  );
  // What is left then is only to delete what nothing uses.
  if (status?.endsWith('_IN_PROGRESS') && !status.endsWith('_CLEANUP_IN_PROGRESS'))
    throw new Error(
      `${stack} is ${status}: stop that deployment instead (docs/operate.md, "Undo a deploy").`,
    );
  if (status?.includes('ROLLBACK_COMPLETE'))
    throw new Error(
      `${stack} is ${status}: CloudFormation has taken the last deployment back, so the one before it runs. To leave that one too, deploy an older commit (docs/operate.md, "Undo a deploy").`,
    );
  return Date.parse(updated ?? created ?? '');
};

const pathOf = (name: string): string => `/2015-03-31/functions/${name}`;

/** None for a function that this environment does not have. */
const stepOf = async (name: string, deployed: number): Promise<readonly Step[]> => {
  const alias = await answered({ service: 'lambda', path: `${pathOf(name)}/aliases/live` }, 404);
  if (alias.status === 404) return [];
  const { FunctionVersion: now }: { readonly FunctionVersion: string } = JSON.parse(alias.text);
  return [{ name, now, before: previousVersion(await versionsOf(name), now, deployed) }];
};

const goBack = async ({ name, now, before }: Step): Promise<string> => {
  if (before === undefined) return `${name}: stays at ${now}, new in the last deployment`;
  if (before === now) return `${name}: stays at ${now}, which the last deployment did not change`;
  await answered({
    service: 'lambda',
    method: 'PUT',
    path: `${pathOf(name)}/aliases/live`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ FunctionVersion: before, RoutingConfig: { AdditionalVersionWeights: {} } }),
  });
  return `${name}: ${now} → ${before}`;
};

type Versions = { readonly Versions: readonly Version[]; readonly NextMarker?: string | null };

/** Without `$LATEST`. */
const versionsOf = async (name: string): Promise<readonly Version[]> => {
  const all: Version[] = [];
  let marker = '';
  for (;;) {
    const query = marker === '' ? '' : `?Marker=${encodeURIComponent(marker)}`;
    const { text } = await answered({ service: 'lambda', path: `${pathOf(name)}/versions${query}` });
    const page: Versions = JSON.parse(text);
    all.push(...page.Versions.filter(({ Version: number }) => /^\d+$/.test(number)));
    if (!page.NextMarker) return all;
    marker = page.NextMarker;
  }
};

const tries = 6;

/** Lambda's control plane takes fifteen calls a second. Throws AWS's own message if it refuses, except with the status that is expected. */
const answered = async (call: AwsCall, expected?: number): Promise<AwsAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await awsCall(call);
    if (response.ok || response.status === expected) return response;
    if (response.status !== 429 || attempt === tries)
      throw new Error(`${call.service} answered ${response.status}: ${response.text.slice(0, 300)}`);
    await sleep(250 * 2 ** attempt);
  }
};

try {
  await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
}
