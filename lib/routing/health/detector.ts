import { type HealthCount, type HealthSignal, type HealthWindow, healthSignals } from '../../types/health.ts';
import type { Tally } from '../../types/tally.ts';
import { type Degradation, markDegraded, markHealthy, relapse_within_s } from './degradation.ts';
import { addFailures, type FailureRuns } from './failure-runs.ts';
import { addTallies, noTally, sizeOf } from './tally.ts';
import { hasFallen, newWatch, type Watch, watchWindow } from './watch.ts';

/** One PSP account in one stratum. */
export type PspHealth = {
  readonly technical: Watch;
  readonly approval: Watch;
  readonly illness: Degradation | null;
  /** When its last degradation ended, and the minimum duration of each of its steps. */
  readonly healed: { readonly at: number; readonly dwell_s: number } | null;
};

export type Stratum = {
  /** It has enough outcomes for verdicts of its own. */
  readonly own_verdict: boolean;
  /** Outcomes and seconds, both decaying like the baselines: their quotient is the rate. */
  readonly outcomes: number;
  readonly seconds: number;
  /** The evidence of a fall (CUSUM) that chance alone reaches about once in thirty days. */
  readonly threshold: number;
  readonly psps: Readonly<Record<string, PspHealth>>;
};

/**
 * The detector's whole state: plain JSON. Strata by currency; `''` pools the currencies that are too rare for verdicts of their own. `silences` is
 * absent if every PSP's last attempt got a response.
 */
export type Detector = {
  readonly at: number;
  readonly strata: Readonly<Record<string, Stratum>>;
  readonly silences?: FailureRuns;
};

export const newDetector: Detector = { at: 0, strata: {} };

export const pooled = '';

/** Counts decay so that a baseline is as old, and as certain, as one of the last three hours. */
const decay_s = 1.5 * 3600;
/** Outcomes (decayed) that a currency needs to get verdicts of its own, and below which it loses them. */
const [enough, too_few] = [1_000, 500];
const false_alarm_s = 30 * 86_400;

/**
 * The state after one more window. Windows are folded in order of time: one that is not later than the last changes nothing, so folding a window
 * twice does no harm. Pure: the same windows always give the same detector.
 */
export const foldWindow = (detector: Detector, window: HealthWindow): Detector => {
  const { at, counts } = window;
  if (at <= detector.at) return detector;
  const elapsed = detector.at === 0 ? 0 : at - detector.at;
  const strata: Record<string, Stratum> = {};
  for (const [name, own] of countsByStratum(detector, counts)) {
    const stratum = foldStratum(detector.strata[name] ?? newStratum, at, elapsed, own);
    if (Object.keys(stratum.psps).length > 0) strata[name] = stratum;
  }
  const silences = addFailures(detector.silences ?? {}, window);
  return { at, strata, ...(Object.keys(silences).length > 0 && { silences }) };
};

const newStratum: Stratum = { own_verdict: false, outcomes: 0, seconds: 0, threshold: 0, psps: {} };
const newPsp: PspHealth = { technical: newWatch, approval: newWatch, illness: null, healed: null };

/** By PSP. */
type Counts = Map<string, Readonly<Record<HealthSignal, Tally>>>;

const countsByStratum = ({ strata }: Detector, counts: readonly HealthCount[]): Map<string, Counts> => {
  const found = new Map<string, Counts>([[pooled, new Map()]]);
  for (const name of Object.keys(strata)) found.set(name, new Map());
  for (const count of counts) {
    add(found, count.currency, count);
    if (!strata[count.currency]?.own_verdict) add(found, pooled, count);
  }
  return found;
};

const add = (found: Map<string, Counts>, name: string, { psp, technical, approval }: HealthCount): void => {
  const counts: Counts = found.get(name) ?? new Map();
  const before = counts.get(psp);
  counts.set(psp, {
    technical: before ? addTallies(before.technical, technical) : technical,
    approval: before ? addTallies(before.approval, approval) : approval,
  });
  found.set(name, counts);
};

const foldStratum = (stratum: Stratum, at: number, elapsed: number, counts: Counts): Stratum => {
  const decay = Math.exp(-elapsed / decay_s);
  const seconds = stratum.seconds * decay + elapsed;
  let outcomes = stratum.outcomes * decay;
  for (const { technical } of counts.values()) outcomes += sizeOf(technical);
  const names = new Set([...Object.keys(stratum.psps), ...counts.keys()]);
  const watched: [string, PspHealth][] = [];
  for (const psp of names) {
    const health = foldPsp(psp, stratum.psps, at, decay, counts);
    if (!isForgotten(health)) watched.push([psp, health]);
  }
  const threshold = Math.log(1 + (outcomes / Math.max(1, seconds)) * false_alarm_s);
  return {
    own_verdict: outcomes >= (stratum.own_verdict ? too_few : enough),
    outcomes,
    seconds,
    threshold,
    psps: Object.fromEntries(judged(watched, at, seconds, threshold)),
  };
};

const foldPsp = (
  psp: string,
  psps: Stratum['psps'],
  at: number,
  decay: number,
  counts: Counts,
): PspHealth => {
  const health = psps[psp] ?? newPsp;
  const own = counts.get(psp);
  if (health.illness !== null) {
    const { signal, dwell_s } = health.illness;
    const peers = [...othersOf(psp, signal, counts)]
      .filter(([other]) => !psps[other]?.illness)
      .reduce((sum, [, tally]) => addTallies(sum, tally), noTally);
    const illness = markHealthy(health.illness, at, { own: own?.[signal] ?? noTally, peers, decay });
    return illness === undefined
      ? { ...health, illness: null, healed: { at, dwell_s } }
      : { ...health, illness };
  }
  const watch = (signal: HealthSignal): Watch =>
    watchWindow(health[signal], at, decay, own?.[signal] ?? noTally, othersOf(psp, signal, counts));
  return { ...health, technical: watch('technical'), approval: watch('approval') };
};

function* othersOf(psp: string, signal: HealthSignal, counts: Counts): Iterable<readonly [string, Tally]> {
  for (const [other, count] of counts) if (other !== psp) yield [other, count[signal]];
}

/** Almost nothing of it is left. Dropping it keeps the detector from growing with every PSP and currency ever counted. */
const isForgotten = ({ technical, illness }: PspHealth): boolean =>
  illness === null && technical.since === null && sizeOf(technical.baseline) < 0.01;

/** Judges those that fell, strongest evidence first: each is compared with the healthy ones. */
const judged = (
  psps: readonly (readonly [string, PspHealth])[],
  at: number,
  seconds: number,
  threshold: number,
): readonly (readonly [string, PspHealth])[] => {
  const suspects = psps.flatMap(([psp, health]) =>
    health.illness === null
      ? healthSignals
          .filter((signal) => health[signal].score >= threshold)
          .map((signal) => ({ psp, signal, watch: health[signal] }))
      : [],
  );
  if (suspects.length === 0) return psps;
  const known = new Map(psps);
  for (const { psp, signal, watch } of suspects.sort((a, b) => b.watch.score - a.watch.score)) {
    const health = known.get(psp);
    if (!health || health.illness !== null) continue;
    const well = [...known].flatMap(([other, { illness, [signal]: peer }]) =>
      other === psp || illness !== null ? [] : [{ psp: other, watch: peer }],
    );
    if (!hasFallen(watch, threshold, well)) continue;
    const former =
      health.healed && at - health.healed.at < relapse_within_s ? health.healed.dwell_s : undefined;
    const illness = markDegraded(
      signal,
      watch,
      at,
      (sizeOf(health.technical.baseline) / seconds) * 60,
      former,
    );
    known.set(psp, {
      technical: reset(health.technical),
      approval: reset(health.approval),
      illness,
      healed: null,
    });
  }
  return [...known];
};

/** During a degradation, the counts from before the change point stay the baseline. */
const reset = ({ baseline }: Watch): Watch => ({ baseline, score: 0, since: null });
