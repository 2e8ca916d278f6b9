import { expect, test } from '@jest/globals';
import { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { platformAlarms } from '../../infra/alarms/platform-alarms.ts';
import { alarm } from '../../infra/base/alarm.ts';
import { alarmTopics } from '../../infra/base/alarm-topics.ts';
import { type Environment, environments } from '../../infra/environments.ts';
import { loneStack } from './lone-stack.ts';
import { type Reported, valueOfAlarm } from './value-of-alarm.ts';

const environment: Environment = {
  ...environments.prod,
  vault: { merchant: 'shop', url: 'https://cards.example', forward: 'f', manage: 'm', receipt_keys: [] },
};
const route = 'confirm-checkout-session';
const made = { event: 'attempt', route, psp: 'adyen', outcome: 'captured', latency_ms: 900 } as const;
const notSent = { ...made, psp: 'stripe', outcome: 'not_sent', code: 'vault_unavailable' };
const called = { event: 'request', route, status: 200 } as const;
const withoutKey = { ...called, status: 401, code: 'token_invalid' };

const after = (...parts: readonly (readonly [number, ...Reported[]])[]): number | undefined => {
  const stack = loneStack();
  const watched = {
    api: new CfnApi(stack, 'api', { name: 'api', protocolType: 'HTTP' }),
    deadLetters: new Queue(stack, 'dead'),
  };
  const found = platformAlarms(environment, watched).find(({ id }) => id === 'vault-unavailable');
  if (!found) throw new Error('There is no alarm vault-unavailable');
  alarm(stack, environment, found, alarmTopics(stack, environment, undefined));
  return valueOfAlarm(
    stack,
    parts.flatMap(([times, ...events]) => Array.from({ length: times }, () => events).flat()),
  );
};

test('the alarm vault-unavailable rings at a fifth of the attempts, from the second card on that is not sent', () => {
  expect(after([2, notSent, called], [8, made, called])).toBe(20);
  expect(after([2, notSent, called], [9, made, called])).toBeLessThan(20);
  expect(after([1, notSent, called])).toBe(0);
  expect(after([9, made, called])).toBe(0);
  expect(after()).toBe(0);
});

test('it rings however many calls without a key come with them', () => {
  expect(after([2, notSent, called], [1_000, withoutKey])).toBe(100);
});
