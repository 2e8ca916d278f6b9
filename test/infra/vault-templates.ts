import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { vaultApp } from '../../infra/payments-app.ts';
import type { Vault } from '../../infra/vaults.ts';
import type { Template } from './template.ts';

const cdk: { readonly context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
);

/** The template of a vault, made in this process, its functions not bundled. */
export const vaultTemplate = (vault: Vault): Template => {
  const outdir = mkdtempSync(join(tmpdir(), 'vault-template-'));
  process.env.CDK_DEFAULT_REGION = 'us-east-1';
  const app = new App({ outdir, context: { ...cdk.context, 'aws:cdk:bundling-stacks': [] } });
  try {
    const { artifactId } = vaultApp(app, vault);
    app.synth();
    return JSON.parse(readFileSync(join(outdir, `${artifactId}.template.json`), 'utf8'));
  } finally {
    rmSync(outdir, { recursive: true });
  }
};
