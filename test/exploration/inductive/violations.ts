import type { Charge } from '../../../lib/types/charge.ts';
import type { Taken } from './law.ts';

/** A step that broke a law, how many did so, and the smallest record of them. */
export type Violation = {
  readonly law: string;
  readonly step: string;
  readonly times: number;
  readonly before: Charge;
  readonly after: Charge;
};

export type Note = (law: string, taken: Pick<Taken, 'before' | 'after'>, step: string) => void;

const sizeOf = (charge: Charge): number => JSON.stringify(charge).length;

/** Notes what is broken, and keeps the smallest record for each law and step. */
export const createViolations = (): { readonly note: Note; readonly all: () => readonly Violation[] } => {
  const broken = new Map<string, Violation>();
  return {
    note: (law, { before, after }, step) => {
      const key = `${law}\n${step}`;
      const known = broken.get(key);
      const smaller = known && sizeOf(known.before) <= sizeOf(before) ? known : { before, after };
      broken.set(key, { ...smaller, law, step, times: (known?.times ?? 0) + 1 });
    },
    all: () => [...broken.values()],
  };
};
