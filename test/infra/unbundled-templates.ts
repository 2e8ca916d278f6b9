import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { Environment } from '../../infra/environments.ts';
import { paymentsApp } from '../../infra/payments-app.ts';
import { readStacks, type Stacks } from './assembly.ts';

const cdk: { readonly context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
);

/**
 * The templates of any environment, also one that is in no file, made in this process, in `directory`. Functions are not bundled: what they hold is not
 * looked at.
 */
export const unbundledTemplates = (
  environment: Environment,
  directory: string,
  region = 'eu-central-1',
): Stacks => {
  process.env.CDK_DEFAULT_REGION = region;
  // The command line sets the second: without it a template does not name the files of those below it.
  const context = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:enable-asset-metadata': true };
  const app = new App({ outdir: directory, context: { ...cdk.context, ...context } });
  paymentsApp(app, environment);
  app.synth();
  return readStacks(directory);
};
