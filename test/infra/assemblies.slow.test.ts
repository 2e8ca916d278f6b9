import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Environment, environments } from '../../infra/environments.ts';
import { type Assembly, synthesizedAssembly } from './assembly.ts';
import { describeBundles } from './describe-bundles.ts';
import { describeCost } from './describe-cost.ts';
import { describeDeploying } from './describe-deploying.ts';
import { describeHostedFields } from './describe-hosted-fields.ts';
import { describeLeastPrivilege } from './describe-least-privilege.ts';
import { describeOperations } from './describe-operations.ts';
import { describeRecords } from './describe-records.ts';
import { describeRunning } from './describe-running.ts';
import { describeRunningLive } from './describe-running-live.ts';
import { describeTemplates } from './describe-templates.ts';

const all: readonly Environment[] = Object.values(environments);
const assemblies = new Map<string, Assembly>();

// Each environment is synthesised once: the first bundles the functions, the others find them made, and are done at the same time.
beforeAll(async () => {
  const synthesized = async ({ name }: Environment) => [name, await synthesizedAssembly(name)] as const;
  const [first, ...others] = all;
  const made = [
    ...(first ? [await synthesized(first)] : []),
    ...(await Promise.all(others.map(synthesized))),
  ];
  for (const [name, assembly] of made) assemblies.set(name, assembly);
});

afterAll(() => {
  for (const { directory } of assemblies.values()) rmSync(directory, { recursive: true });
});

describe.each(all)('$name', (environment) => {
  const synthesized = (): Assembly => {
    const assembly = assemblies.get(environment.name);
    if (!assembly) throw new Error(`${environment.name} has not been synthesised`);
    return assembly;
  };

  describeDeploying(environment, synthesized);
  describeTemplates(environment, synthesized);
  describeRecords(environment, synthesized);
  describeCost(environment, synthesized);
  describeHostedFields(environment, synthesized);
  if (environment.name === 'prod') {
    describeLeastPrivilege(synthesized);
    describeOperations(synthesized);
    describeRunningLive(environment, synthesized);
  }
  if (environment.name === 'dev') {
    describeBundles(synthesized);
    describeRunning(synthesized);
  }
});
