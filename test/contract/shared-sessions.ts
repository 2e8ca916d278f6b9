import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SharedSession, SharedSessions } from '../../lib/types/shared-session.ts';

const session: SharedSession = {
  token: 'token-1',
  opened: 1_000,
  hash: 'abc',
  confirmed: 2_000,
  due: 17_500,
};
const mine = { id: 'mine', at: 3_000 };
const theirs = { id: 'theirs', at: 9_000 };

/** What every store of a shared session does. `start`: one that is empty. */
export const describeSharedSessions = (
  name: string,
  start: () => Promise<{ readonly sessions: SharedSessions; readonly close: () => Promise<void> }>,
): void =>
  describe(`a shared session in ${name}`, () => {
    const closing: (() => Promise<void>)[] = [];
    let sessions: SharedSessions;

    beforeEach(async () => {
      const started = await start();
      sessions = started.sessions;
      closing.push(started.close);
    });
    afterAll(async () => {
      for (const close of closing) await close();
    });

    const begin = async () => {
      expect(await sessions.claim(mine, {})).toBe(true);
      await sessions.settle(mine, session, '{"rules":{}}');
    };

    test('is nothing at first, then what was settled, with its document', async () => {
      expect([await sessions.read(), await sessions.document()]).toEqual([{}, undefined]);
      await begin();
      expect(await sessions.read()).toEqual({ session });
      expect(await sessions.document()).toBe('{"rules":{}}');
    });

    test('gives its token to one process', async () => {
      await begin();
      const read = await sessions.read();
      const taken = await Promise.all(['a', 'b', 'c'].map((id) => sessions.claim({ id, at: 5_000 }, read)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      const { session: left, claim } = await sessions.read();
      expect(left).toEqual({ ...session, token: undefined });
      expect(claim?.id).toBe(['a', 'b', 'c'][taken.indexOf(true)]);
    });

    test('begins once, whoever comes first', async () => {
      const taken = await Promise.all(['a', 'b'].map((id) => sessions.claim({ id, at: 5_000 }, {})));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test('passes from a process that never came back, whose answer then counts no more', async () => {
      await begin();
      expect(await sessions.claim(mine, await sessions.read())).toBe(true);
      expect(await sessions.claim(theirs, await sessions.read())).toBe(true);
      await sessions.settle(mine, { ...session, token: 'late' }, 'late');
      expect((await sessions.read()).session?.token).toBeUndefined();
      expect(await sessions.document()).toBe('{"rules":{}}');
      await sessions.settle(theirs, { ...session, token: 'token-2', due: 40_000 });
      expect(await sessions.read()).toEqual({ session: { ...session, token: 'token-2', due: 40_000 } });
      expect(await sessions.document()).toBe('{"rules":{}}');
    });
  });
