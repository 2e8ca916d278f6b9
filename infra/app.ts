import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import { findingsIn } from './checks/findings.ts';
import { deployable } from './deploying/deployable.ts';
import { type Environment, environments } from './environments.ts';
import { paymentsApp, vaultApp } from './stacks/payments-app.ts';
import { type Vault, vaults } from './vaults.ts';

/** `node infra/app.ts`, run by the CDK command line with `-c env=dev|staging|prod`, and for its vault with `-c stack=vault`. */
const app = new App();

/** Says what to do instead, without a stack trace. */
const stop = (...lines: readonly string[]): never => {
  for (const line of lines) console.error(line);
  process.exit(1);
};

/** Says what is left out, and stops at what cannot be deployed. */
const ready = <Site extends Environment | Vault>(whole: Site, file: string): Site => {
  const { site, warnings, problems } = deployable(whole, file);
  for (const warning of warnings) console.error(`warning: ${warning}`);
  if (problems.length > 0)
    stop(
      ...problems,
      'Fill in what the PSPs and your accounts gave you, or remove a PSP account that you do not have (docs/deploy.md, docs/vault.md).',
    );
  return site;
};

const named: unknown = app.node.tryGetContext('env');
const environment = Object.values(environments).find(({ name }) => name === named);
const part: unknown = app.node.tryGetContext('stack');
const vault = part === 'vault' && environment ? vaults[environment.name] : undefined;
if (!environment)
  stop(
    named === undefined ? 'Which environment?' : `There is no environment ${named}.`,
    `Say it with -c env=${Object.keys(environments).join('|')}: \`npx cdk deploy --all -c env=dev\`. Or \`npm run deploy -- dev\`, which checks the account first.`,
  );
else if (part !== undefined && !vault)
  stop(
    part === 'vault'
      ? `${environment.name} has no vault in infra/vaults.ts.`
      : `There is no stack ${part}: omit it, or use -c stack=vault.`,
  );
else {
  // `npm run synth` of a vault only looks at templates, which may have placeholders.
  const kept = app.node.tryGetContext('placeholders') === 'kept';
  if (vault) vaultApp(app, kept ? vault : ready(vault, 'infra/vaults.ts'));
  else paymentsApp(app, kept ? environment : ready(environment, 'infra/environments.ts'));
  // A feature flag in cdk.json adds CloudFormation's own validation of the templates.
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new PCIDSS321Checks(app));

  // The command line only reports findings and continues; here, any unacknowledged one stops it.
  const findings = findingsIn(app.synth().directory);
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
}
