import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { environments } from '../../infra/environments.ts';
import { type Assembly, synthesizedAssembly } from './assembly.ts';
import { describeBundles } from './describe-bundles.ts';
import { describeLeastPrivilege } from './describe-least-privilege.ts';
import { describeOperations } from './describe-operations.ts';
import { describeRecords } from './describe-records.ts';
import { describeRunning } from './describe-running.ts';
import { describeTemplates } from './describe-templates.ts';

describe.each(Object.values(environments))('$name', (environment) => {
  let assembly: Assembly;
  const synthesized = (): Assembly => assembly;

  beforeAll(() => {
    assembly = synthesizedAssembly(environment.name);
  }, 300_000);

  afterAll(() => {
    if (assembly) rmSync(assembly.directory, { recursive: true });
  });

  describeTemplates(environment, synthesized);
  describeRecords(environment, synthesized);
  if (environment.name === 'prod') {
    describeLeastPrivilege(synthesized);
    describeOperations(synthesized);
  }
  if (environment.name === 'dev') {
    describeBundles(synthesized);
    describeRunning(synthesized);
  }
});
