import { schedule_s, type Victim } from './victim.ts';

/** A look may meet a PSP that fails or a function that is killed: so many whole runs come after the last look that was due. */
const runsAfterwards = 5;
/** However busy the machine is, recovery moves something in this time, or it has stopped. */
const standstill_ms = 600_000;

export type Patience = {
  /** `schedule`: every look that was due has been made, and recovery had time besides. `standstill`: recovery gets nowhere. */
  readonly isOver: () => 'schedule' | 'standstill' | undefined;
  /** Something has moved: whatever it became is waited for anew. */
  readonly renew: () => void;
};

/**
 * How long recovery is waited for: until its schedule is used up, and it has then run a few times more and left nothing behind that was due. A machine
 * that does other things takes longer for that, and so is given longer.
 */
export const patienceWith = ({ recovery }: Pick<Victim, 'recovery'>): Patience => {
  const scheduled_ms = Math.max(...schedule_s) * 1_000;
  let began = Date.now();
  let looks = recovery().looks;
  let lookedAt = began;
  let usedUpAt: number | undefined;
  return {
    isOver: () => {
      const now = Date.now();
      const so_far = recovery();
      // A run that finds nothing due is as good as a look.
      if (so_far.looks !== looks || so_far.idle) lookedAt = now;
      looks = so_far.looks;
      if (now - lookedAt > standstill_ms) return 'standstill';
      if (now - began < scheduled_ms) return undefined;
      // The run that is under way now may have passed by what is waited for.
      usedUpAt ??= so_far.whole_runs + 1;
      return so_far.whole_runs - usedUpAt >= runsAfterwards ? 'schedule' : undefined;
    },
    renew: () => {
      began = Date.now();
      usedUpAt = undefined;
    },
  };
};
