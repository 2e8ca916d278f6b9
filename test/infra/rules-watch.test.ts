import { describe, expect, test } from '@jest/globals';
import { alarmTopics } from '../../infra/base/alarm-topics.ts';
import { least_watch_minutes, rulesMonitors } from '../../infra/data/rules-monitors.ts';
import { environments } from '../../infra/environments.ts';
import { loneStack } from './lone-stack.ts';
import { type Reported, valueOfAlarm } from './value-of-alarm.ts';

const watched = (rules_watch_minutes: number) => {
  const stack = loneStack();
  const environment = { ...environments.prod, rules_watch_minutes };
  return rulesMonitors(stack, environment, alarmTopics(stack, environment, undefined));
};

describe('the time for which AppConfig watches a rule', () => {
  test('is long enough for the alarm in every environment that watches', () => {
    const minutes = Object.values(environments).map((environment) => environment.rules_watch_minutes);
    expect(minutes.filter((each) => each > 0)).toHaveLength(2);
    for (const each of minutes.filter((one) => one > 0))
      expect(each).toBeGreaterThanOrEqual(least_watch_minutes);
  });

  test.each([1, 2, least_watch_minutes - 1])(
    'is refused if it is %d minutes: the alarm could not ring',
    (minutes) => {
      expect(() => watched(minutes)).toThrow(
        `rules_watch_minutes of prod is ${minutes}: the alarm rules-without-psp may need ${least_watch_minutes} minutes`,
      );
    },
  );

  test('may be just as long, or longer', () => {
    for (const minutes of [least_watch_minutes, 60]) expect(watched(minutes)).toHaveLength(1);
  });
});

describe('the alarm rules-without-psp', () => {
  const route = 'create-checkout-session';
  const created = { event: 'session_planned', route, psp: 'stripe' } as const;
  const withoutPsp = { event: 'request', route, status: 400, code: 'no_eligible_psp' } as const;
  const withoutKey = { event: 'request', route, status: 401, code: 'token_invalid' } as const;
  const byLink = { ...created, route: 'begin-payment-link' };
  const minute = (...parts: readonly (readonly [number, Reported])[]) =>
    share(parts.flatMap(([times, event]) => Array.from({ length: times }, () => event)));

  test('rings at a fifth of the sessions that a merchant creates, from the fifth refused one on', () => {
    expect(minute([20, created], [5, withoutPsp])).toBe(20);
    expect(minute([21, created], [5, withoutPsp])).toBeLessThan(20);
    expect(minute([1, created], [4, withoutPsp])).toBe(0);
    expect(minute([5, withoutPsp])).toBe(100);
    expect(minute([9, created])).toBe(0);
    expect(minute()).toBe(0);
  });

  test('rings however many calls without a key, or sessions of payment links, come with them', () => {
    expect(minute([5, created], [5, withoutPsp], [1000, withoutKey], [1000, byLink])).toBe(50);
  });
});

/** What the alarm compares with its threshold in a minute of these events. */
const share = (events: readonly Reported[]): number | undefined => {
  const stack = loneStack();
  rulesMonitors(stack, environments.prod, alarmTopics(stack, environments.prod, undefined));
  return valueOfAlarm(stack, events);
};
