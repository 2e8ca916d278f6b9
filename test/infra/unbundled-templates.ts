import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { Environment } from '../../infra/environments.ts';
import { paymentsApp } from '../../infra/payments-app.ts';
import type { Stacks } from './assembly.ts';

const cdk: { readonly context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
);

/** The templates of any environment, also one that is in no file, made in this process. Functions are not bundled: what they hold is not looked at. */
export const unbundledTemplates = (
  environment: Environment,
  directory: string,
  region = 'eu-central-1',
): Stacks => {
  process.env.CDK_DEFAULT_REGION = region;
  const app = new App({ outdir: directory, context: { ...cdk.context, 'aws:cdk:bundling-stacks': [] } });
  paymentsApp(app, environment);
  const templates = app.synth().stacks;
  const edge = templates.find(({ stackName }) => stackName.endsWith('-edge'));
  const payments = templates.find((stack) => stack !== edge);
  return { payments: payments?.template, ...(edge && { edge: edge.template }) };
};
