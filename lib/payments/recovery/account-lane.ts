import type { Charge } from '../../types/charge.ts';
import type { Clock } from '../../types/ports.ts';
import type { Contact } from './watch-calls.ts';

/** The number of checks that a run makes at one account at once. */
export const checksAtOnce = 16;
/** One slot makes at most one call in this time, on average; its next check waits. */
export const pace_ms = 700;
/** After this many timeouts in a row, the account gets no more checks in this run. Until a check has ended without a time-out it has no more slots than this. */
export const timeoutsInARow = 3;

type LaneOptions = {
  readonly clock: Clock;
  readonly hasTime: () => boolean;
  /** Never rejects. `read`: the charge, if it has just been read. */
  readonly check: (id: string, read?: Charge) => Promise<Contact>;
};

/** The charges of one account that are due in this run. */
export type AccountLane = {
  /** Checks the charge as soon as a slot is free, unless time is up or the account no longer responds. */
  readonly add: (charge: Charge) => void;
  /** Resolves once nothing is under way. */
  readonly drain: () => Promise<void>;
  readonly countLeft: () => number;
  readonly isStopped: () => boolean;
};

/** How many checks may run at once, by how the account responded to those before. */
const countSlots = () => {
  let slots = timeoutsInARow;
  let timeouts = 0;
  return {
    note: ({ calls, timed_out }: Contact): void => {
      if (timed_out) timeouts += 1;
      else slots = checksAtOnce;
      if (calls > 0 && !timed_out) timeouts = 0;
    },
    isStopped: (): boolean => timeouts >= timeoutsInARow,
    // A slot whose check timed out stays empty until the account responds.
    hasFree: (running: number): boolean => running + timeouts < slots,
  };
};

/** Each account has its own lane, so accounts do not wait for each other. */
export const createAccountLane = ({ clock, hasTime, check }: LaneOptions): AccountLane => {
  const waiting: string[] = [];
  const underWay = new Set<Promise<void>>();
  const slots = countSlots();
  let next = 0;
  const canStart = (): boolean => slots.hasFree(underWay.size) && !slots.isStopped() && hasTime();
  const countLeft = (): number => waiting.length - next;
  // Occupies a slot for the check, and for the rest of the time that its calls are allowed at this pace.
  const occupy = async (id: string, read?: Charge): Promise<void> => {
    const began = clock.now();
    const contact = await check(id, read);
    slots.note(contact);
    fill();
    const rest_ms = began + contact.calls * pace_ms - clock.now();
    if (rest_ms > 0 && countLeft() > 0 && !slots.isStopped()) await clock.sleep(rest_ms);
  };
  const start = (id: string, read?: Charge): void => {
    const slot = occupy(id, read).finally(() => {
      underWay.delete(slot);
      fill();
    });
    underWay.add(slot);
  };
  const fill = (): void => {
    while (countLeft() > 0 && canStart()) start(waiting[next++] ?? '');
  };

  return {
    add: (charge) => {
      if (countLeft() === 0 && canStart()) start(charge.id, charge);
      else waiting.push(charge.id);
    },
    drain: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    countLeft,
    isStopped: slots.isStopped,
  };
};
