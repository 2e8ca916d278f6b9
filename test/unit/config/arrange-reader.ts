import { afterEach, expect } from '@jest/globals';
import { createRulesReader } from '../../../lib/config/create-rules-reader.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import { rule } from '../routing/fixtures.ts';
import { fakeSource } from './fake-source.ts';
import { settled, virtualClock } from './virtual-clock.ts';

export const documentOf = (stripe: number) => JSON.stringify({ rules: { default: rule({ stripe }) } });

export const arrange = (content: string | undefined = documentOf(1)) => {
  const clock = virtualClock();
  const appConfig = fakeSource(clock.now);
  appConfig.put(content);
  const events: LogRecord[] = [];
  const read = createRulesReader({ source: appConfig.source, clock, log: (event) => events.push(event) });
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
export const stateOf = async <T>(promise: Promise<T>) => {
  let state: 'pending' | 'resolved' | 'rejected' = 'pending';
  promise.then(
    () => (state = 'resolved'),
    () => (state = 'rejected'),
  );
  await settled();
  return state;
};
