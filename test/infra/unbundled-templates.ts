import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { Environment } from '../../infra/environments.ts';
import { paymentsStage } from '../../infra/payments-stage.ts';
import type { StackName, Template } from './assembly.ts';

const cdk: { readonly context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
);

/** The templates of any environment, also one that is in no file, made in this process. Functions are not bundled: what they hold is not looked at. */
export const unbundledTemplates = (
  environment: Environment,
  directory: string,
): ((stack: StackName) => Template) => {
  process.env.CDK_DEFAULT_REGION = 'eu-central-1';
  const app = new App({ outdir: directory, context: { ...cdk.context, 'aws:cdk:bundling-stacks': [] } });
  const { stacks } = paymentsStage(app, environment).synth();
  return (name) => stacks.find(({ stackName }) => stackName.endsWith(`-${name}`))?.template;
};
