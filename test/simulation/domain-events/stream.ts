import type { Charge } from '../../../lib/types/charge.ts';
import type { Session } from '../../../lib/types/session.ts';
import type { Checker } from '../checker/checker.ts';

/** One write as a table's stream has it: both images. `after` is missing if the store deleted the record. */
export type Written = { readonly at: number } & (
  | { readonly table: 'sessions'; readonly before?: Session; readonly after?: Session }
  | { readonly table: 'charges'; readonly before?: Charge; readonly after?: Charge }
);

/** A checker that also keeps what is written, in its order, as the streams of both tables. `now`: true time. */
export const withStream = (
  checker: Checker,
  now: () => number,
): { readonly checker: Checker; readonly written: readonly Written[] } => {
  const written: Written[] = [];
  const sessions = new Map<string, Session>();
  const charges = new Map<string, Charge>();
  return {
    written,
    checker: {
      ...checker,
      sessionStored: (after) => {
        const before = after && sessions.get(after.id);
        if (after && after !== before) {
          written.push({ table: 'sessions', at: now(), after, ...(before && { before }) });
          sessions.set(after.id, after);
        }
        checker.sessionStored(after);
      },
      chargeStored: (after) => {
        const before = after && charges.get(after.id);
        if (after && after !== before) {
          written.push({ table: 'charges', at: now(), after, ...(before && { before }) });
          charges.set(after.id, after);
        }
        checker.chargeStored(after);
      },
    },
  };
};

/** Sessions that were never paid are deleted after a while. */
export const withDeletions = (written: readonly Written[], at: number): readonly Written[] => {
  const last = new Map<string, Session>();
  for (const { table, after } of written) if (table === 'sessions' && after) last.set(after.id, after);
  const gone = [...last.values()].filter(({ payment_status }) => payment_status === 'unpaid');
  return [...written, ...gone.map((before): Written => ({ table: 'sessions', at, before }))];
};
