import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import { environmentNamed } from './environments.ts';
import { findingsIn } from './findings.ts';
import { paymentsApp } from './payments-app.ts';

/** `node infra/app.ts`, run by the CDK command line with `-c env=dev|staging|prod`. */
const app = new App();
paymentsApp(app, environmentNamed(app.node.tryGetContext('env')));
// CloudFormation's own validation of the templates is added by a feature flag in cdk.json.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new PCIDSS321Checks(app));

// The command line writes findings into a report and goes on: what is not acknowledged must stop it.
const findings = findingsIn(app.synth().directory);
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
