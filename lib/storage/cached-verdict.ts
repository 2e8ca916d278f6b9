import type { HealthVerdict } from '../types/health.ts';
import { isRecent } from '../types/is-recent.ts';
import type { Clock, RulesReader } from '../types/ports.ts';

export type CachedVerdict = {
  /** Starts a read if this rule uses health steering and nothing fresh is cached. Never waits or throws. */
  readonly ahead: (rule: string) => void;
  /** The verdict in force as of the last four windows; undefined if there is none or it is not available within 50 ms. Never throws. */
  readonly verdict: () => Promise<HealthVerdict | undefined>;
};

export type CachedVerdictPorts = {
  readonly read: () => Promise<HealthVerdict | undefined>;
  readonly rules: RulesReader;
  readonly clock: Clock;
  /** Length of a window in seconds. */
  readonly tick_s: number;
};

const cached_windows = 4;
const longest_wait_ms = 50;

/** At most one read in `4 × tick_s` seconds, however many callers ask and whatever its result. */
export const createCachedVerdict = ({ read, rules, clock, tick_s }: CachedVerdictPorts): CachedVerdict => {
  let begun = Number.NEGATIVE_INFINITY;
  let reading: Promise<HealthVerdict | undefined> = Promise.resolve(undefined);
  const current = (): Promise<HealthVerdict | undefined> => {
    const now = clock.now();
    if (!isRecent(begun, cached_windows * tick_s * 1000, now)) {
      begun = now;
      reading = read().catch(() => undefined);
    }
    return reading;
  };
  const steers = async (name: string): Promise<boolean> => {
    const { rules: inForce } = await rules();
    const rule = Object.hasOwn(inForce, name) ? inForce[name] : undefined;
    return rule?.health.mode === 'steer' || rule?.candidate?.rule.health.mode === 'steer';
  };
  return {
    ahead: (rule) => {
      steers(rule)
        .then((needed) => (needed ? current() : undefined))
        .catch(() => undefined);
    },
    verdict: () => Promise.race([current(), clock.sleep(longest_wait_ms).then(() => undefined)]),
  };
};
