import { describe, expect, test } from '@jest/globals';
import type { ApiError } from '../../../lib/types/api-error.ts';
import { rule } from '../routing/fixtures.ts';
import { arrange, documentOf, stateOf } from './arrange-reader.ts';
import type { fakeSource } from './fake-source.ts';
import { settled } from './virtual-clock.ts';

describe('while AppConfig fails', () => {
  test('the last good document serves for as long as it takes, and nobody waits', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    appConfig.behave('fails');
    await clock.pass(15_000);
    await weight();
    await settled();
    appConfig.behave('hangs');
    for (let second = 0; second < 14; second++) {
      await clock.pass(1_000);
      const reading = weight();
      expect(await stateOf(reading)).toBe('resolved');
      expect(await reading).toBe(1);
    }
    appConfig.behave('fails');
    appConfig.resume('fails');
    for (let minute = 0; minute < 600; minute++) {
      await clock.pass(60_000);
      expect(await weight()).toBe(1);
    }
  });

  test('after a failed poll a new session begins, and each call is tried once', async () => {
    const { appConfig, clock, events, weight } = arrange();
    await weight();
    appConfig.behave('fails');
    await clock.pass(15_000);
    await weight();
    await settled();
    expect(appConfig.calls).toEqual({ open: 1, poll: 2 });
    await clock.pass(5_000);
    await weight();
    await settled();
    expect(appConfig.calls).toEqual({ open: 2, poll: 2 });
    appConfig.behave('answers');
    appConfig.put(documentOf(2));
    await clock.pass(5_000);
    await weight();
    await settled();
    expect(await weight()).toBe(2);
    expect(appConfig.calls).toEqual({ open: 3, poll: 3 });
    expect(events.map(({ event }) => event)).toEqual([
      'routing_rules_loaded',
      'routing_rules_poll_failed',
      'routing_rules_poll_failed',
      'routing_rules_loaded',
    ]);
  });

  test('once 15 s have passed since the failure, a request waits again', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    appConfig.behave('fails');
    await clock.pass(20_000);
    await weight();
    appConfig.behave('answers');
    appConfig.put(documentOf(2));
    await clock.pass(15_000);
    expect(await weight()).toBe(2);
  });
});

describe('an invalid document', () => {
  const invalid: [string, string][] = [
    ['no JSON', '{"rules":'],
    ['another shape', '{"rules":[]}'],
    [
      'a rule that can charge twice',
      JSON.stringify({ rules: { default: { ...rule({ stripe: 2 }), failover: { on: ['unknown'] } } } }),
    ],
    ['a rule without positive weight', JSON.stringify({ rules: { default: rule({ stripe: 0 }) } })],
  ];
  for (const [what, content] of invalid)
    test(`is never taken over, but reported once: ${what}`, async () => {
      const { appConfig, clock, events, weight } = arrange();
      await weight();
      appConfig.put(content);
      for (let poll = 0; poll < 3; poll++) {
        await clock.pass(20_000);
        expect(await weight()).toBe(1);
      }
      expect(events.filter(({ event }) => event === 'routing_rules_refused')).toHaveLength(1);
      appConfig.put(documentOf(2));
      await clock.pass(20_000);
      expect(await weight()).toBe(2);
    });

  test('an account that this deployment does not know is no reason to refuse it', async () => {
    const { weight } = arrange(JSON.stringify({ rules: { default: rule({ account_of_another_stack: 3 }) } }));
    expect(await weight()).toBe(3);
  });
});

describe('until rules have been read once', () => {
  const unavailable = { code: 'routing_unavailable', details: { retry_after: 1 } };
  const rejection = async (reading: Promise<unknown>) => {
    const error = await reading.then(
      () => undefined,
      (reason: ApiError) => reason,
    );
    return { code: error?.code, details: error?.details };
  };
  const starts: [string, (appConfig: ReturnType<typeof fakeSource>) => void][] = [
    ['AppConfig does not answer', (appConfig) => appConfig.behave('fails')],
    ['there is no such configuration', (appConfig) => appConfig.behave('refuses_sessions')],
    ['nothing was deployed', (appConfig) => appConfig.put(undefined)],
    ['what was deployed is not valid', (appConfig) => appConfig.put('{}')],
  ];
  for (const [what, start] of starts)
    test(`polls are repeated while a read waits: ${what}`, async () => {
      const { appConfig, clock, weight } = arrange();
      start(appConfig);
      const reading = weight();
      await settled();
      for (let pause = 1; pause < 9; pause++) {
        expect(appConfig.calls.open).toBe(pause);
        expect(await stateOf(reading)).toBe('pending');
        await clock.pass(500);
      }
      appConfig.behave('answers');
      appConfig.put(documentOf(2));
      await clock.pass(499);
      expect(await stateOf(reading)).toBe('pending');
      await clock.pass(1);
      expect(await reading).toBe(2);
    });

  for (const [what, start] of starts)
    test(`a read is refused after 5 s: ${what}`, async () => {
      const { appConfig, clock, weight } = arrange();
      start(appConfig);
      const refused = rejection(weight());
      for (let pause = 0; pause < 10; pause++) {
        expect(await stateOf(refused)).toBe('pending');
        await clock.pass(500);
      }
      expect(await refused).toEqual(unavailable);
      expect(appConfig.calls.open).toBe(10);
    });

  test('a read waits 5 s at most for one that hangs', async () => {
    const { appConfig, clock, weight } = arrange();
    appConfig.behave('hangs');
    const reading = weight();
    await clock.pass(4_999);
    expect(await stateOf(reading)).toBe('pending');
    const refused = rejection(reading);
    await clock.pass(1);
    expect((await refused).code).toBe('routing_unavailable');
  });
});

test('a change is in force within 30 s although the clock is set back', async () => {
  const { appConfig, clock, weight } = arrange();
  await weight();
  appConfig.put(documentOf(2));
  await clock.pass(-300_000);
  await weight();
  await clock.pass(15_000);
  await weight();
  await settled();
  expect(await weight()).toBe(2);
});
