import { describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { alarmTopics } from '../../infra/base/alarm-topics.ts';
import { least_watch_minutes, rulesMonitors } from '../../infra/data/rules-monitors.ts';
import { environments } from '../../infra/environments.ts';

const watched = (rules_watch_minutes: number) => {
  const stack = new Stack(new App(), 'stack');
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
