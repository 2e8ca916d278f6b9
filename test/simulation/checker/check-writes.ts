import type { Charge } from '../../../lib/types/charge.ts';
import type { Session } from '../../../lib/types/session.ts';
import type { Facts } from './facts.ts';

/** A write's id names one write: never an earlier one, nor another at the same moment of the same record. */
export const createWriteChecks = (facts: Facts) => {
  const seen = new Map<string, { readonly at: number; readonly records: Set<string> }>();
  const once = (write: string, record: string): void => {
    const known = seen.get(write);
    if (!known) {
      seen.set(write, { at: facts.now(), records: new Set([record]) });
      return;
    }
    if (known.at !== facts.now() || known.records.has(record))
      facts.violate(8, `${record}: write ${write} was used before, for ${[...known.records].join(', ')}`);
    known.records.add(record);
  };
  return {
    session: (before: Session | undefined, after: Session): void => {
      if (before?.write !== after.write) once(after.write, after.id);
    },
    charge: (before: Charge | undefined, after: Charge): void => {
      if (before?.write !== after.write) once(after.write, after.id);
      if (before?.refunds === after.refunds) return;
      for (const { id, write } of Object.values(after.refunds))
        if (before?.refunds[id]?.write !== write && write !== after.write) once(write, id);
    },
  };
};
