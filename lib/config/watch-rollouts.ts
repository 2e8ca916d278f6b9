import { guardWindow, isWorse, newGuard } from '../routing/guard.ts';
import { closedUntil, windowEnds } from '../routing/health/window-times.ts';
import type { HealthStore } from '../types/health.ts';
import type { Guarded, RolloutChange } from '../types/rollout.ts';
import type { RuleVersion, RuleVersionWrite } from '../types/rule-version.ts';
import { isRolledOut, isUnderWay, type RolledOut } from './deploy-change.ts';
import type { DeployingPorts } from './publisher-ports.ts';

export type WatchPorts = Pick<DeployingPorts, 'versions' | 'clock' | 'log'> &
  Pick<HealthStore, 'windows'> & {
    /** Length of a window in seconds. */
    readonly tick_s: number;
  };

/** The most windows that one run reads; the next run continues. */
const most_windows = 720;
/** The state is written once anything was counted, or after this many windows. */
const written_after = 60;

/**
 * Adds the counts since the last run to the guards of running rollouts, and stores their state, including that a candidate must be taken back.
 * Windows are added in order, each once: if two timers run at once, one writes and the other changes nothing. While somebody changes the share, they
 * wait: that change would be recorded over what is decided here.
 */
export const watchRollouts = async (
  ports: WatchPorts,
  open: readonly Pick<RuleVersion, 'rule' | 'version'>[],
): Promise<void> => {
  for (const { rule, version } of open) {
    const found = await ports.versions.find(rule, version);
    if (isRolledOut(found) && found.rollout.change?.to !== 0) await watch(ports, found);
  }
};

const watch = async (ports: WatchPorts, found: RolledOut): Promise<void> => {
  const { rollout, approved, created } = found;
  const { guard, percent } = rollout;
  const now = ports.clock.now();
  const isRunning = percent > 0 && percent < 100;
  if (guard === undefined || !isRunning || isUnderWay(rollout.change, now)) return;
  const before = rollout.guarded ?? newGuard(approved?.at ?? created);
  const ends = windowEnds(before.until, closedUntil(now, ports.tick_s), ports.tick_s, most_windows);
  const after = (await ports.windows(ends)).reduce(
    (guarded: Guarded, { at, trials = [] }) =>
      guardWindow(
        guarded,
        { at, trials: trials.filter((trial) => isOf(found, trial)) },
        guard.approval_drop_pp,
      ),
    before,
  );
  const hasMoved = after.control !== before.control || after.candidate !== before.candidate;
  if (!hasMoved && ends.length < written_after) return;
  const change: RolloutChange | undefined = isWorse(after)
    ? { to: 0, cause: 'guard', by: null, at: now }
    : undefined;
  const written = await ports.versions.write(guardedBy(found, after, change));
  if (written && change)
    ports.log({ event: 'rollout_stopped_by_guard', rule: found.rule, version: found.version });
};

/** A withdrawal replaces a change that never reached the document, and the response that its caller would have got. */
const guardedBy = (
  { answers, ...found }: RolledOut,
  guarded: Guarded,
  change: RolloutChange | undefined,
): readonly RuleVersionWrite[] => {
  const rollout = { ...found.rollout, guarded, ...(change && { change }) };
  const kept = change || answers === undefined ? {} : { answers };
  return [
    { put: { ...found, ...kept, rev: found.rev + 1, rollout }, expects: found.rev },
    ...(change && answers !== undefined ? [{ remove_response: answers }] : []),
  ];
};

const isOf = (
  found: RuleVersion,
  { rule, version }: { readonly rule: string; readonly version: number },
): boolean => rule === found.rule && version === found.version;
