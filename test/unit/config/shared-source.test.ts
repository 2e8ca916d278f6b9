import { afterEach, describe, expect, test } from '@jest/globals';
import { createRulesReader } from '../../../lib/config/create-rules-reader.ts';
import { createSharedSource } from '../../../lib/config/shared-source.ts';
import { describeSharedSessions } from '../../contract/shared-sessions.ts';
import { documentOf } from './arrange-reader.ts';
import { fakeSource } from './fake-source.ts';
import { memorySessions } from './memory-sessions.ts';
import { settled, virtualClock } from './virtual-clock.ts';

describeSharedSessions('memory', async () => ({
  sessions: memorySessions().sessions,
  close: async () => undefined,
}));

const all: ReturnType<typeof fakeSource>[] = [];
// Nobody uses a token twice or polls early, however many processes share the session.
afterEach(() => {
  expect(all.splice(0).flatMap(({ violations }) => violations)).toEqual([]);
});

const arrange = (content = documentOf(1)) => {
  const clock = virtualClock();
  const appConfig = fakeSource(clock.now);
  all.push(appConfig);
  appConfig.put(content);
  const memory = memorySessions();
  let claims = 0;
  let received = 0;
  const counted: typeof appConfig.source = {
    open: appConfig.source.open,
    poll: async (token) => {
      const answer = await appConfig.source.poll(token);
      if (answer.content !== undefined) received += 1;
      return answer;
    },
  };
  /** A new process: nothing but the store connects it with the others. */
  const start = (ahead_ms = 0) => {
    const own = { ...clock, now: () => clock.now() + ahead_ms };
    const source = createSharedSource(counted, {
      sessions: memory.sessions,
      clock: own,
      newClaim: () => `claim-${++claims}`,
    });
    const read = createRulesReader({ source, clock: own, log: () => undefined });
    return async () => (await read()).rules.default?.targets[0]?.weight;
  };
  return { clock, appConfig, memory, start, received: () => received };
};

describe('a session that processes share', () => {
  test('receives a document once, however many processes start, at once or hours apart', async () => {
    const { clock, appConfig, start, received } = arrange();
    expect(await start()()).toBe(1);
    for (const pause of [0, 5_000, 14_000, 60_000, 900_000, 3_600_000, 12 * 3_600_000]) {
      await clock.pass(pause);
      expect(await start()()).toBe(1);
    }
    expect([received(), appConfig.calls.open]).toEqual([1, 1]);
  });

  test('polls for all of them: twelve cost as many polls as one', async () => {
    const { clock, appConfig, start, received } = arrange();
    const processes = Array.from({ length: 12 }, start);
    for (const weight of processes) expect(await weight()).toBe(1);
    for (let second = 0; second < 600; second += 1) {
      await clock.pass(1_000);
      for (const weight of processes) {
        await weight();
        await settled();
      }
    }
    expect(received()).toBe(1);
    expect(appConfig.calls.poll).toBeGreaterThanOrEqual(35);
    expect(appConfig.calls.poll).toBeLessThanOrEqual(41);
  });

  test.each([0, 4_000, 9_000, 14_999])(
    'brings a change to every process within 30 s, under steady load from %s ms on',
    async (offset) => {
      const { clock, appConfig, start, received } = arrange();
      const processes = Array.from({ length: 5 }, start);
      for (const weight of processes) {
        await weight();
        await clock.pass(700);
      }
      for (let round = 0; round < 12; round += 1) {
        await clock.pass(offset + round * 1_300);
        appConfig.put(documentOf(round + 2));
        for (let second = 0; second < 29; second += 1) {
          await clock.pass(1_000);
          for (const weight of processes) {
            await weight();
            await settled();
          }
        }
        expect(await Promise.all(processes.map((weight) => weight()))).toEqual(Array(5).fill(round + 2));
      }
      expect(received()).toBe(13);
    },
  );

  test('hands out nothing after a pause that AppConfig has not confirmed since', async () => {
    const { clock, appConfig, start } = arrange();
    const old = start();
    await old();
    await clock.pass(3_600_000);
    appConfig.put(documentOf(2));
    expect(await start()()).toBe(2);
    expect(await old()).toBe(2);
  });

  test.each([
    [300_000, 0],
    [0, -300_000],
  ])(
    'keeps the promise if the process that polled is %s ms ahead, and the next one %s',
    async (one, next) => {
      const { clock, appConfig, start } = arrange();
      await start(one)();
      const other = start(next);
      expect(await other()).toBe(1);
      appConfig.put(documentOf(2));
      for (let second = 0; second < 30; second += 1) {
        await clock.pass(1_000);
        await other();
      }
      expect(await other()).toBe(2);
      // The token of the first process was refused, because it came early.
      appConfig.violations.length = 0;
    },
  );

  test('keeps the promise when a document is as old as it may be at the moment of handing out', async () => {
    const { clock, appConfig, start } = arrange();
    await start()();
    appConfig.put(documentOf(2));
    await clock.pass(15_400);
    const late = start();
    expect(await late()).toBe(1);
    await clock.pass(14_600);
    expect(await late()).toBe(2);
  });

  test('outlives a process that froze while it polled: the others wait for nothing', async () => {
    const { clock, appConfig, start } = arrange();
    const [one, other] = [start(), start()];
    await one();
    await other();
    await clock.pass(16_000);
    appConfig.behave('hangs');
    await one();
    await settled();
    appConfig.behave('answers');
    appConfig.put(documentOf(2));
    expect(await other()).toBe(1);
    for (let second = 0; second < 12; second += 1) {
      await clock.pass(1_000);
      await other();
      await settled();
    }
    expect(await other()).toBe(2);
    // What it comes back with is old, and replaces nothing.
    appConfig.resume('answers');
    await settled();
    expect(await start()()).toBe(2);
  });

  test('begins again before AppConfig forgets its token', async () => {
    const { clock, appConfig, start } = arrange();
    await start()();
    await clock.pass(30 * 3_600_000);
    expect(await start()()).toBe(1);
    expect(appConfig.calls.open).toBe(2);
  });
});

describe('a token that AppConfig does not take', () => {
  test.each([60_000, 12 * 3_600_000])(
    'fails no call: the process that finds it, %s ms later, begins a new session for all',
    async (later) => {
      const { clock, appConfig, start, received } = arrange();
      await start()();
      appConfig.forget();
      appConfig.put(documentOf(2));
      await clock.pass(later);
      expect(await start()()).toBe(2);
      expect(await start()()).toBe(2);
      expect([appConfig.calls.open, received()]).toEqual([2, 2]);
      appConfig.violations.length = 0;
    },
  );
});

describe('a process has a session of its own', () => {
  test('while another polls after a pause, so that nobody waits', async () => {
    const { clock, appConfig, start } = arrange();
    await start()();
    await clock.pass(3_600_000);
    appConfig.behave('hangs');
    const first = start()();
    await settled();
    appConfig.behave('answers');
    expect(await start()()).toBe(1);
    appConfig.resume('answers');
    expect(await first).toBe(1);
  });

  test('if the store does not answer, and shares again once it does', async () => {
    const { clock, appConfig, memory, start, received } = arrange();
    memory.fail(true);
    const one = start();
    expect(await one()).toBe(1);
    appConfig.put(documentOf(2));
    for (let second = 0; second < 29; second += 1) {
      await clock.pass(1_000);
      await one();
      await settled();
    }
    expect(await one()).toBe(2);
    memory.fail(false);
    await start()();
    const before = received();
    expect(await start()()).toBe(2);
    expect(received()).toBe(before);
  });

  test('if the document is larger than an item', async () => {
    const large = JSON.stringify({ rules: JSON.parse(documentOf(1)).rules, more: 'x'.repeat(350_000) });
    const { clock, appConfig, memory, start, received } = arrange(large);
    const one = start();
    for (let poll = 0; poll < 10; poll += 1) {
      const reading = one().catch(() => undefined);
      await settled();
      await clock.pass(16_000);
      await reading;
    }
    expect(await memory.sessions.document()).toBeUndefined();
    expect(appConfig.calls.open).toBe(received());
  });

  test('if the stored document is not the one that the session received', async () => {
    const { memory, start } = arrange();
    await start()();
    memory.plant(documentOf(9));
    expect(await start()()).toBe(1);
  });
});
