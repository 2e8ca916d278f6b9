import { type Detector, newDetector } from '../../routing/health/detector.ts';
import { foldWindows, isEmpty } from '../../routing/health/fold-windows.ts';
import { closedUntil, windowEnds } from '../../routing/health/window-times.ts';
import type { HealthRecord } from '../../types/health.ts';
import type { HealthPorts } from './health-ports.ts';
import { logDead } from './log-dead.ts';
import { publishVerdicts } from './publish-verdicts.ts';

/** The most windows that one run folds; the next run continues. */
const most_windows = 90;
/** Without a stored detector, folding starts this many windows back: more than a minute. */
const first_windows = 14;
/** A new verdict is stored at once, otherwise the detector is stored once per this many windows; until then the next caller folds them again. */
const stored_every = 12;

/**
 * Folds the closed windows into the detector, in order; stores its verdict if that has changed, and publishes it. Reports every dead PSP. May be
 * called at any time, even concurrently: the same windows always give the same verdicts, and only one of several writers succeeds. Throws
 * `ApiError('storage_unavailable')`; the next call continues from the stored state.
 */
export const foldHealth = async (ports: HealthPorts): Promise<void> => {
  const stored = await ports.health.record();
  const record = (await foldClosed(ports, stored)) ?? stored;
  if (record && record.told < record.version) await publishVerdicts(ports, record);
};

/** The record as stored; undefined if there was nothing to store or another writer came first. */
const foldClosed = async (
  ports: HealthPorts,
  stored: HealthRecord | undefined,
): Promise<HealthRecord | undefined> => {
  const { health, clock, tick_s } = ports;
  const before = detectorIn(stored);
  const to = closedUntil(clock.now(), tick_s);
  const from = before.at === 0 ? to - first_windows * tick_s : before.at;
  const ends = windowEnds(from, to, tick_s, most_windows);
  if (ends.length === 0) return undefined;
  const windows = await health.windows(ends);
  const version = stored?.version ?? 0;
  const former = version === 0 ? undefined : await health.verdict(version);
  const { detector, verdict, verdicts } = foldWindows({ detector: before, verdict: former }, windows);
  logDead(ports, detector.silences ?? {});
  if (isEmpty(before) && isEmpty(detector)) return undefined;
  if (verdicts.length === 0 && detector.at - before.at < stored_every * tick_s) return undefined;
  const record: HealthRecord = {
    rev: (stored?.rev ?? 0) + 1,
    detector: JSON.stringify(detector),
    version: verdict?.version ?? 0,
    told: stored?.told ?? 0,
  };
  return (await health.replace(record, verdicts)) ? record : undefined;
};

const detectorIn = (record: HealthRecord | undefined): Detector => {
  const detector = record ? (JSON.parse(record.detector) as Detector) : newDetector;
  return isEmpty(detector) ? newDetector : detector;
};
