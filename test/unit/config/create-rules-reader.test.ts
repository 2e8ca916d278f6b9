import { describe, expect, test } from '@jest/globals';
import { arrange, documentOf, stateOf } from './arrange-reader.ts';
import { settled } from './virtual-clock.ts';

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

describe('in a frozen environment', () => {
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

  test('a frozen poll is given up, and so is its result when it thaws', async () => {
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
