import { expect, test } from '@jest/globals';
import { type Environment, environments } from '../../infra/environments.ts';
import { paymentAlarms } from '../../infra/payment-alarms.ts';
import { deploymentAlarms, platformAlarms } from '../../infra/platform-alarms.ts';
import type { Watched } from '../../infra/watched.ts';
import { readPage } from '../docs/read-blocks.ts';

const { dev, staging } = environments;

/** The alarms of an environment; with few of them, none watches a resource. */
const alarmsOf = (environment: Environment): readonly string[] => [
  ...paymentAlarms(environment).map(({ id }) => id),
  ...deploymentAlarms(environment).map(({ id }) => id),
  ...platformAlarms(environment, {} as Watched).map(({ id }) => id),
  ...(environment.rules_watch_minutes > 0 ? ['rules-without-psp'] : []),
];

/** The names in code style in this part of the runbook. */
const listed = (pattern: RegExp): readonly string[] => {
  const [, part = ''] = pattern.exec(readPage('docs/runbook.md')) ?? [];
  return [...part.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
};

test('the runbook names the alarms of the environments that have few', () => {
  const common = listed(/have only (.+), and staging also/);
  const more = listed(/, and staging also (.+)\.\n/);
  expect(common.toSorted()).toEqual(alarmsOf(dev).toSorted());
  expect([...common, ...more].toSorted()).toEqual(alarmsOf(staging).toSorted());
});
