import { readFileSync } from 'node:fs';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import { paymentsApp, vaultApp } from '../../../infra/stacks/payments-app.ts';
import type { Shape } from '../unbundled-templates.ts';

const cdk: { readonly context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8'),
);
// The command line sets the second: without it a template does not name the files of those below it.
const context = { ...cdk.context, 'aws:cdk:bundling-stacks': [], 'aws:cdk:enable-asset-metadata': true };

const [folder = '', shapes = '[]'] = process.argv.slice(2);
for (const [index, shape] of (JSON.parse(shapes) as readonly Shape[]).entries()) {
  process.env.CDK_DEFAULT_REGION = shape.region;
  const app = new App({ outdir: `${folder}/${index}`, context });
  if ('vault' in shape) {
    vaultApp(app, shape.vault);
    // The environments' are looked at where they are synthesised whole.
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new PCIDSS321Checks(app));
  } else paymentsApp(app, shape.environment);
  app.synth();
}
