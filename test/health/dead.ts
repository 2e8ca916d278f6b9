import { addFailures, deadAfter, deadPsps, type FailureRuns } from '../../lib/routing/health/failure-runs.ts';
import { createRandom, type Random } from '../simulation/random.ts';
import { unit } from './draws.ts';

const year_s = 365 * 86_400;
/** Windows are this long, and a run is measured from one window's end to another's. */
const tick_s = 5;
/** A run as long as this is looked at as if it were endless: the rest is below any digit shown. */
const endless = 40;

/** `arrivals`: how long after one payment the next one comes. */
export type Traffic = {
  readonly per_hour: number;
  readonly arrivals: 'random' | 'even';
  /** The share of attempts that fail, each for itself. */
  readonly failing: number;
};

/**
 * The most false alarms of one PSP account in a year, however its payments arrive. A run of n failures in a row begins at a payment with the chance
 * (1 - p) p^n. It raises an alarm only if it takes as long as its rule says. Of the runs of n that could begin, every (n - 1)th does not overlap, so
 * at most (n - 1) × year / duration of them can take that long. Each rule needs only its own n, since for longer runs the next rule asks for less; the
 * last rule counts them all.
 */
export const mostFalseAlarms = (
  failing: number,
): readonly { readonly failed: number; readonly a_year: number }[] =>
  deadAfter.map(({ failed, over_s }, index) => {
    const last = index === deadAfter.length - 1 ? endless : failed;
    let a_year = 0;
    for (let n = failed; n <= last; n++)
      a_year += (((n - 1) * year_s) / (over_s - tick_s)) * (1 - failing) * failing ** n;
    return { failed, a_year };
  });

/**
 * False alarms in so many years of one PSP account that never dies. Only runs that are long enough for any rule are played: how many there are follows
 * from the rate, and how long each is from the coin that makes them.
 */
export const falseAlarms = (traffic: Traffic, years: number, seed: number): number => {
  const { per_hour, failing } = traffic;
  const random = createRandom(seed);
  const shortest = Math.min(...deadAfter.map(({ failed }) => failed));
  const runs = Math.round(per_hour * 8_760 * years * (1 - failing) * failing ** shortest);
  let alarms = 0;
  for (let run = 0; run < runs; run++) {
    let length = shortest;
    while (unit(random) < failing) length++;
    if (playFailures(traffic, random, length).alarm) alarms++;
  }
  return alarms;
};

/** From the moment a PSP dies: the seconds, and the failures, until it is called dead. */
export const noticed = (
  per_hour: number,
  seed: number,
): { readonly seconds: number; readonly failures: number } => {
  const { at, failures } = playFailures(
    { per_hour, arrivals: 'random', failing: 1 },
    createRandom(seed),
    Number.POSITIVE_INFINITY,
  );
  return { seconds: at, failures };
};

/** Failures in a row through the shipped rule, until it calls the PSP dead or the run ends. */
const playFailures = ({ per_hour, arrivals }: Traffic, random: Random, length: number) => {
  const gap_s = 3_600 / per_hour;
  let runs: FailureRuns = {};
  let at = gap_s * (arrivals === 'even' ? 1 : -Math.log(1 - unit(random)));
  for (let failures = 1; failures <= length; failures++) {
    const end = (Math.floor(at / tick_s) + 1) * tick_s;
    runs = addFailures(runs, { at: end, answers: [{ psp: 'a', ok: 0, failed: 1 }] });
    if (deadPsps(runs, end).length > 0) return { alarm: true, at: end, failures };
    at += gap_s * (arrivals === 'even' ? 1 : -Math.log(1 - unit(random)));
  }
  return { alarm: false, at, failures: length };
};
