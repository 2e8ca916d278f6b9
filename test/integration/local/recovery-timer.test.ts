import { expect, test } from '@jest/globals';
import { needsOf } from '../../../infra/function-needs.ts';
import { startRecoveryTimer } from '../../../local/start-recovery-timer.ts';

test('recovery has as much time for a run as where it is deployed', async () => {
  const limitMs = await new Promise<number | undefined>((resolve) => {
    const stop = startRecoveryTimer(
      async (_name, _event, limit) => {
        stop();
        resolve(limit);
      },
      1,
      () => {},
    );
  });
  expect(limitMs).toBe((needsOf('recover-charges').timeout_s ?? 0) * 1_000);
});
