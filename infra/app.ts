import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import { environments } from './environments.ts';
import { findingsIn } from './findings.ts';
import { paymentsApp, vaultApp } from './payments-app.ts';
import { placeholdersIn } from './placeholders.ts';
import { vaults } from './vaults.ts';

/** `node infra/app.ts`, run by the CDK command line with `-c env=dev|staging|prod`, and for its vault with `-c stack=vault`. */
const app = new App();

/** Says what to do instead, without a stack trace. */
const stop = (...lines: readonly string[]): never => {
  for (const line of lines) console.error(line);
  process.exit(1);
};

const named: unknown = app.node.tryGetContext('env');
const environment = Object.values(environments).find(({ name }) => name === named);
const part: unknown = app.node.tryGetContext('stack');
const vault = part === 'vault' && environment ? vaults[environment.name] : undefined;
if (!environment)
  stop(
    named === undefined ? 'Which environment?' : `There is no environment ${named}.`,
    `Say it with -c env=${Object.keys(environments).join('|')}: \`npx cdk deploy -c env=dev\`. Or \`npm run deploy -- dev\`, which checks the account first.`,
  );
else if (part !== undefined && !vault)
  stop(
    part === 'vault'
      ? `${environment.name} has no vault in infra/vaults.ts.`
      : `There is no stack ${part}: omit it, or use -c stack=vault.`,
  );
else {
  const open = placeholdersIn(vault ?? environment);
  // `npm run synth` only looks at templates, which may have placeholders.
  if (open.length > 0 && app.node.tryGetContext('placeholders') !== 'kept')
    stop(
      `${environment.name} has placeholders left in infra/${vault ? 'vaults' : 'environments'}.ts:`,
      ...open.map((path) => `  ${path}`),
      vault
        ? 'docs/vault.md says where each comes from.'
        : 'Replace them with what the PSP gave you, or remove the account.',
    );
  if (vault) vaultApp(app, vault);
  else paymentsApp(app, environment);
  // A feature flag in cdk.json adds CloudFormation's own validation of the templates.
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new PCIDSS321Checks(app));

  // The command line only reports findings and continues; here, any unacknowledged one stops it.
  const findings = findingsIn(app.synth().directory);
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
}
