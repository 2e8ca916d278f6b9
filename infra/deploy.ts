import { readFileSync, rmSync } from 'node:fs';
import { errorLine } from '../lib/runtime/error-line.ts';
import { findingLine } from '../lib/types/examination.ts';
import { stackName } from './base/stack-name.ts';
import { checkAccount } from './checks/check-account.ts';
import { together } from './cost/cost-line.ts';
import { idleMonth } from './cost/idle-month.ts';
import { standingIn } from './cost/standing-in.ts';
import { deployInStages } from './deploying/deploy-in-stages.ts';
import { runCdk } from './deploying/run-cdk.ts';
import { templatesIn } from './deploying/templates-in.ts';
import { environmentNamed } from './environments.ts';
import { smokePayment } from './probes/smoke-payment.ts';
import { readSyntheticKey, syntheticKeyName } from './probes/synthetic-key.ts';
import { syntheticKeyCommand } from './probes/synthetic-key-command.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';

const usage = `usage: npm run deploy -- dev|staging|prod [--at-once]
  Runs the doctor, shows the diff, deploys, prints the address and the price of a month without traffic, and makes a smoke payment with the API
  key for synthetic payments. --at-once gives new versions all calls without a canary: for a fix while the old versions' errors ring the alarms
  that would roll it back.`;

/** Shows the differences of these files, and deploys the same ones. */
const assembly = 'cdk.out';

/** Changes nothing before it has shown the differences; the CDK command line asks before it widens permissions. */
const main = async (): Promise<void> => {
  refuseUnknownOptions('at-once');
  const [name, ...rest] = process.argv.slice(2);
  if (name === '--help') return console.log(usage);
  const at_once = rest[0] === '--at-once';
  if (name === undefined || rest.length > (at_once ? 1 : 0)) throw new Error(usage);
  const environment = environmentNamed(name);
  const checks = await checkAccount(environment);
  for (const { ok, says } of checks) console.log(findingLine({ state: ok ? 'ok' : 'missing', says }));
  if (checks.some(({ ok, later }) => !ok && !later)) throw new Error('Nothing was deployed.');
  if (checks.some(({ ok }) => !ok)) console.log('What is missing does not stop this deploy.');
  const outputs = `cdk.out-deploy-${name}.json`;
  await runCdk('diff', '-c', `env=${name}`, ...(at_once ? ['-c', 'canary=off'] : []), '-o', assembly);
  await deployInStages(assembly, stackName(environment), outputs);
  const address = addressIn(outputs, stackName(environment));
  rmSync(outputs);
  console.log(`address: ${address}`);
  console.log(
    `a month without traffic: $${together(idleMonth(standingIn(templatesIn(assembly)))).toFixed(2)} (docs/deploy.md)`,
  );
  const key = await readSyntheticKey(syntheticKeyName(environment));
  console.log(
    key
      ? await smokePayment(environment, address, key)
      : `no smoke payment: store a key for it with \`${syntheticKeyCommand(environment)}\``,
  );
};

const addressIn = (file: string, stack: string): string => {
  const outputs: Readonly<Record<string, { readonly PublicUrl?: string }>> = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const address = outputs[stack]?.PublicUrl;
  if (address === undefined) throw new Error(`${stack} has no output PublicUrl`);
  return address;
};

try {
  await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
}
