import { schedule_s, type Victim } from './victim.ts';

/** A busy machine may make a look late, and a look may meet a PSP that fails: so many whole runs come after the last one that was due. */
const runsAfterwards = 5;
/** No run lasts longer, on however busy a machine: recovery has stopped. */
const standstill_ms = 600_000;

export type Patience = {
  /** `schedule`: every look that was due has been made, and recovery had time besides. `standstill`: recovery makes none. */
  readonly isOver: () => 'schedule' | 'standstill' | undefined;
  /** Something has moved: whatever it became is waited for anew. */
  readonly renew: () => void;
};

/**
 * How long recovery is waited for: until its schedule is used up, and it has then run a few times more from beginning to end. A machine that does
 * other things takes longer for a run, and so is given longer.
 */
export const patienceWith = ({ recoveryRuns }: Pick<Victim, 'recoveryRuns'>): Patience => {
  const scheduled_ms = Math.max(...schedule_s) * 1_000;
  let began = Date.now();
  let runs = recoveryRuns();
  let ranAt = began;
  let usedUpAt: number | undefined;
  return {
    isOver: () => {
      const now = Date.now();
      if (recoveryRuns() !== runs) ranAt = now;
      runs = recoveryRuns();
      if (now - ranAt > standstill_ms) return 'standstill';
      if (now - began < scheduled_ms) return undefined;
      // The run that is under way now may have passed by what is waited for.
      usedUpAt ??= runs + 1;
      return runs - usedUpAt >= runsAfterwards ? 'schedule' : undefined;
    },
    renew: () => {
      began = Date.now();
      usedUpAt = undefined;
    },
  };
};
