import type { AuthorizationResult } from '../../../lib/types/psp.ts';
import type { Process } from '../process.ts';
import type { World } from '../world.ts';
import type { PspServer } from './psp-server.ts';

/** What the first request of a call leads to: the second one, with the time that is left, or the end of the call. */
type Next = {
  readonly send: (timeout_ms: number) => void;
  readonly end: (answer: AuthorizationResult) => void;
};

const lost = { outcome: 'not_sent', code: 'preparation_timeout' } as const;
const refused = { outcome: 'psp_unavailable', code: 'preparation_failed' } as const;

/**
 * The first of the two requests of one call: the PSP opens a payment that holds nothing. After it the function may be dead, or frozen until nobody
 * waits any more; if it fails, nothing was paid.
 */
export const prepare = (
  world: World,
  server: PspServer,
  process: Process,
  { reference, timeout_ms }: { readonly reference: string; readonly timeout_ms: number },
  { send, end }: Next,
): void => {
  const { time, random, faults } = world;
  const first_ms = Math.floor(timeout_ms / 3);
  const arrive = (then: () => void): void =>
    time.after(random.between(5, 120), () => {
      server.prepare(reference);
      then();
    });
  const goOn = (): void => process.leave(() => send(timeout_ms - first_ms));
  const cuts = [
    () => arrive(() => process.kill('killed between two requests')),
    () => arrive(() => process.kill('killed between two requests')),
    () => arrive(() => time.after(random.between(1, 900) * 1000, goOn)),
    () => time.after(first_ms, () => end(lost)),
    () => {
      arrive(() => undefined);
      time.after(first_ms, () => end(lost));
    },
    () => arrive(() => end(refused)),
  ] as const;
  if (server.hangs()) time.after(first_ms, () => end(lost));
  else if (faults.hits('call_cut')) random.pick(cuts)();
  else arrive(() => process.resume(goOn));
};
