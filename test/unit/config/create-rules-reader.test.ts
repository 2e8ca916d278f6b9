import { afterEach, describe, expect, test } from '@jest/globals';
import { createRulesReader } from '../../../lib/config/create-rules-reader.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import type { PaymentEvent } from '../../../lib/types/ports.ts';
import { rule } from '../routing/fixtures.ts';
import { fakeSource } from './fake-source.ts';
import { settled, virtualClock } from './virtual-clock.ts';

const documentOf = (stripe: number) => JSON.stringify({ rules: { default: rule({ stripe }) } });

const arrange = (content: string | undefined = documentOf(1)) => {
  const clock = virtualClock();
  const appConfig = fakeSource(clock.now);
  appConfig.put(content);
  const events: PaymentEvent[] = [];
  const read = createRulesReader({ source: appConfig.source, clock, report: (event) => events.push(event) });
  /** The weight that the reader serves: 1, 2, … tell the documents apart. */
  const weight = async () => (await read()).rules.default?.targets[0]?.weight;
  all.push(appConfig);
  return { clock, appConfig, events, read, weight };
};
const all: ReturnType<typeof fakeSource>[] = [];

// Whatever a test does, a token is never used twice and no poll comes before the server's interval is over.
afterEach(() => {
  expect(all.splice(0).flatMap(({ violations }) => violations)).toEqual([]);
});

/** What has become of a promise by now, without waiting for it. */
const stateOf = async <T>(promise: Promise<T>) => {
  let state: 'pending' | 'resolved' | 'rejected' = 'pending';
  promise.then(
    () => (state = 'resolved'),
    () => (state = 'rejected'),
  );
  await settled();
  return state;
};

describe('in ordinary times', () => {
  test('the first read opens a session and waits for the document; concurrent ones share its poll', async () => {
    const { appConfig, weight } = arrange();
    expect(await Promise.all([weight(), weight(), weight()])).toEqual([1, 1, 1]);
    expect(appConfig.calls).toEqual({ open: 1, poll: 1 });
  });

  test('no poll before the interval that the server named, whatever it is', async () => {
    const { appConfig, clock, weight } = arrange();
    appConfig.every(60_000);
    await weight();
    for (let second = 0; second < 59; second++) {
      await clock.pass(1_000);
      await weight();
    }
    expect(appConfig.calls.poll).toBe(1);
    await clock.pass(1_000);
    await weight();
    await settled();
    expect(appConfig.calls).toEqual({ open: 1, poll: 2 });
  });

  test('a refresh runs beside the request, one for all of them', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    appConfig.put(documentOf(2));
    await clock.pass(15_000);
    appConfig.behave('hangs');
    expect(await Promise.all([weight(), weight(), weight()])).toEqual([1, 1, 1]);
    appConfig.behave('answers');
    appConfig.resume('answers');
    await settled();
    expect(await weight()).toBe(2);
    expect(appConfig.calls).toEqual({ open: 1, poll: 2 });
  });

  test('the same document stays the same object while nothing changes', async () => {
    const { clock, read } = arrange();
    const first = await read();
    for (let poll = 0; poll < 5; poll++) {
      await clock.pass(15_000);
      await read();
      await settled();
    }
    expect(await read()).toBe(first);
  });

  test('under steady load a change is served within 30 s', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    for (let offset = 0; offset < 15; offset++) {
      await clock.pass(15_000 + offset * 1_000);
      await weight();
      await settled();
      const next = offset + 2;
      appConfig.put(documentOf(next));
      let seconds = 0;
      for (; (await weight()) !== next; seconds++) {
        await clock.pass(1_000);
        await weight();
        await settled();
      }
      expect(seconds).toBeLessThanOrEqual(30);
    }
  });
});

describe('in an environment that was frozen', () => {
  test('after 20 s without a poll a request waits for one and serves what it brings', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    appConfig.put(documentOf(2));
    await clock.pass(20_000);
    expect(await weight()).toBe(2);
  });

  test('it waits 300 ms at most', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    await clock.pass(20_000);
    appConfig.behave('hangs');
    const reading = weight();
    await clock.pass(299);
    expect(await stateOf(reading)).toBe('pending');
    await clock.pass(1);
    expect(await reading).toBe(1);
  });

  test('a poll that was frozen is given up, and so is what it brings when it thaws', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    await clock.pass(15_000);
    appConfig.put(documentOf(2));
    appConfig.behave('hangs');
    await weight();
    await clock.pass(600_000);
    appConfig.put(documentOf(3));
    appConfig.behave('answers');
    expect(await weight()).toBe(3);
    appConfig.resume('answers');
    await settled();
    expect(await weight()).toBe(3);
    expect(appConfig.calls.open).toBe(2);
  });

  test('a poll that was frozen and fails when it thaws does not count as a failure now', async () => {
    const { appConfig, clock, events, weight } = arrange();
    await weight();
    await clock.pass(15_000);
    appConfig.behave('hangs');
    await weight();
    await clock.pass(600_000);
    const reading = weight();
    appConfig.put(documentOf(2));
    appConfig.behave('answers');
    appConfig.resume('fails');
    expect(await reading).toBe(2);
    expect(events.filter(({ event }) => event === 'routing_rules_poll_failed')).toEqual([]);
  });

  test('a token of yesterday is not used', async () => {
    const { appConfig, clock, weight } = arrange();
    await weight();
    appConfig.put(documentOf(2));
    await clock.pass(30 * 3_600_000);
    expect(await weight()).toBe(2);
    expect(appConfig.calls.open).toBe(2);
  });
});

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

  test('a failed poll begins a new session, and one attempt is made of each call', async () => {
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

describe('a document that is not valid', () => {
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

describe('as long as no rules were ever read', () => {
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
    test(`a read is refused and tries go on: ${what}`, async () => {
      const { appConfig, clock, weight } = arrange();
      start(appConfig);
      expect(await rejection(weight())).toEqual(unavailable);
      expect(await rejection(weight())).toEqual(unavailable);
      expect(appConfig.calls.open).toBe(1);
      appConfig.behave('answers');
      appConfig.put(documentOf(2));
      await clock.pass(1_000);
      expect(await weight()).toBe(2);
    });

  test('a read waits 3 s at most', async () => {
    const { appConfig, clock, weight } = arrange();
    appConfig.behave('hangs');
    const reading = weight();
    await clock.pass(2_999);
    expect(await stateOf(reading)).toBe('pending');
    const refused = rejection(reading);
    await clock.pass(1);
    expect((await refused).code).toBe('routing_unavailable');
  });
});
