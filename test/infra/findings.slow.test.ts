import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { findingsIn } from '../../infra/checks/findings.ts';

const cdk: { readonly context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
);

describe('what stops a synth', () => {
  const directory = mkdtempSync(join(tmpdir(), 'findings-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test("is a finding of the rule packs and of CloudFormation's validation, under the flags of cdk.json", () => {
    const app = new App({ outdir: directory, context: cdk.context });
    const queue = new CfnQueue(new Stack(app, 'wrong'), 'queue');
    queue.addPropertyOverride('NoSuchProperty', 1);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    expect(() => app.synth()).toThrow();
    const findings = findingsIn(directory).join('\n');
    expect(findings).toContain('AwsSolutions-SQS4');
    expect(findings).toMatch(/CloudFormation Validate .*NoSuchProperty/);
  });

  test('is nothing if there is no report', () => {
    expect(findingsIn(join(directory, 'nowhere'))).toEqual([]);
  });

  test('every flag CDK recommends is decided in cdk.json', () => {
    const recommended: Record<string, unknown> = JSON.parse(
      readFileSync(
        new URL('../../node_modules/aws-cdk-lib/recommended-feature-flags.json', import.meta.url),
        'utf8',
      ),
    );
    expect(Object.keys(recommended).filter((flag) => !(flag in cdk.context))).toEqual([]);
  });
});
