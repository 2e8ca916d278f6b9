import { isRecent } from '../types/is-recent.ts';
import type { Clock, Log } from '../types/ports.ts';
import { type ClosedPsps, closedIn, type PspSwitches } from '../types/psp-switch.ts';

export type CachedPspSwitches = {
  /** Starts a read if one is due. Never waits or throws. */
  readonly ahead: () => void;
  readonly closed: ClosedPsps;
};

export type CachedPspSwitchesPorts = {
  readonly read: () => Promise<PspSwitches>;
  readonly clock: Clock;
  readonly log: Log;
};

/** From this age of the copy on, a read is made in the background. */
const due_ms = 10_000;
/** Up to this age the copy is used without waiting. */
const stale_ms = 20_000;
const retry_ms = 1_000;
/** A read that began longer ago was frozen with its environment. */
const lost_ms = 5_000;
/** How long calls wait for a read, from its start: if there is no copy yet, or if the copy is stale. */
const first_wait_ms = 1_000;
const wait_ms = 200;

type Reading = {
  /** Counts up. */
  readonly number: number;
  readonly begun: number;
  readonly done: Promise<void>;
  state: 'running' | 'done' | 'failed';
};

const again_ms = { running: lost_ms, done: due_ms, failed: retry_ms } as const;

/**
 * The closed accounts, from a copy that is refreshed in the background. A call waits only if the copy is older than 20 s, and not for long. Without a
 * response the last copy is used; if there is none, every account is open. Each failed read is reported.
 */
export const createCachedPspSwitches = ({ read, clock, log }: CachedPspSwitchesPorts): CachedPspSwitches => {
  let known: { readonly closed: ReadonlySet<string>; readonly from: Reading } | undefined;
  let latest: Reading | undefined;

  const run = async (reading: Reading): Promise<void> => {
    try {
      const closed = closedIn(await read());
      reading.state = 'done';
      // A frozen read may end after a later one.
      if (known === undefined || reading.number > known.from.number) known = { closed, from: reading };
    } catch {
      reading.state = 'failed';
      log({ event: 'psp_switches_not_read' });
    }
  };
  const current = (now: number): Reading => {
    if (latest === undefined || !isRecent(latest.begun, again_ms[latest.state], now))
      latest = begin((latest?.number ?? 0) + 1, now, run);
    return latest;
  };
  return {
    ahead: () => void current(clock.now()),
    closed: async () => {
      const now = clock.now();
      const reading = current(now);
      const limit = known === undefined ? first_wait_ms : wait_ms;
      const left = reading.begun + limit - now;
      const isStale = known === undefined || !isRecent(known.from.begun, stale_ms, now);
      if (isStale && reading.state === 'running' && left > 0)
        await Promise.race([reading.done, clock.sleep(left)]);
      return known?.closed ?? nobody;
    },
  };
};

const begin = (number: number, begun: number, run: (reading: Reading) => Promise<void>): Reading => {
  const reading: Reading = {
    number,
    begun,
    state: 'running',
    done: Promise.resolve().then(() => run(reading)),
  };
  return reading;
};

const nobody: ReadonlySet<string> = new Set();
