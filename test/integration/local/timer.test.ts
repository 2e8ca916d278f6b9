import { expect, test } from '@jest/globals';
import { needsOf } from '../../../infra/function-needs.ts';
import { startTimer } from '../../../local/gateway/start-timer.ts';

test.each(['recover-charges', 'settle-rule-versions'])(
  '%s has as much time for a run as when deployed',
  async (name) => {
    const limitMs = await new Promise<number | undefined>((resolve) => {
      const stop = startTimer(
        name,
        async (_name, _event, limit) => {
          stop();
          resolve(limit);
        },
        1,
        () => {},
      );
    });
    expect(limitMs).toBe((needsOf(name).timeout_s ?? 0) * 1_000);
  },
);
