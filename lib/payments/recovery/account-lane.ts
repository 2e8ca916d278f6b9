import type { Charge } from '../../types/charge.ts';
import type { Clock } from '../../types/ports.ts';
import type { Contact } from './watch-calls.ts';

/** One account's places: the looks that a run makes at it at once. */
export const looksAtOnce = 16;
/** A place makes one call in this time at most, on average: its next look waits for that. */
export const pace_ms = 700;
/** This many looks in a row without an answer in time end an account's part of a run. An account has no more places until it has answered. */
export const timeoutsInARow = 3;

type LaneOptions = {
  readonly clock: Clock;
  readonly hasTime: () => boolean;
  /** Never rejects. `read`: the charge, if it was read just now. */
  readonly look: (id: string, read?: Charge) => Promise<Contact>;
};

/** The charges of one account that are due in this run. */
export type AccountLane = {
  /** Looks at it as soon as a place is free, unless time is up or the account no longer answers. */
  readonly add: (charge: Charge) => void;
  /** Resolves once nothing is under way. */
  readonly drained: () => Promise<void>;
  readonly left: () => number;
  readonly isStopped: () => boolean;
};

/** Accounts do not wait for each other: each has a lane. */
export const createAccountLane = ({ clock, hasTime, look }: LaneOptions): AccountLane => {
  const waiting: string[] = [];
  const underWay = new Set<Promise<void>>();
  let next = 0;
  let places = timeoutsInARow;
  let timeouts = 0;

  const isStopped = (): boolean => timeouts >= timeoutsInARow;
  // A place whose look timed out stays empty until the account answers.
  const canStart = (): boolean => underWay.size + timeouts < places && !isStopped() && hasTime();
  const left = (): number => waiting.length - next;

  const note = ({ calls, timed_out }: Contact): void => {
    if (timed_out) timeouts += 1;
    else places = looksAtOnce;
    if (calls > 0 && !timed_out) timeouts = 0;
  };

  const occupy = async (id: string, read?: Charge): Promise<void> => {
    const began = clock.now();
    const contact = await look(id, read);
    note(contact);
    fill();
    const rest_ms = began + contact.calls * pace_ms - clock.now();
    if (rest_ms > 0 && left() > 0 && !isStopped()) await clock.sleep(rest_ms);
  };

  const start = (id: string, read?: Charge): void => {
    const look = occupy(id, read).finally(() => {
      underWay.delete(look);
      fill();
    });
    underWay.add(look);
  };

  const fill = (): void => {
    while (left() > 0 && canStart()) start(waiting[next++] ?? '');
  };

  return {
    add: (charge) => {
      if (left() === 0 && canStart()) start(charge.id, charge);
      else waiting.push(charge.id);
    },
    drained: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    left,
    isStopped,
  };
};
