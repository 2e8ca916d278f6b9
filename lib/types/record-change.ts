import type { Charge } from './charge.ts';
import type { Row } from './row.ts';
import type { Session } from './session.ts';

/** One write of a record, as its table's stream tells it; without `before` it was new. `at`: when, in Unix milliseconds, the same at each delivery. */
export type RecordChange = { readonly at: number } & (
  | { readonly table: 'sessions'; readonly before: Session | undefined; readonly after: Session }
  | { readonly table: 'charges'; readonly before: Charge | undefined; readonly after: Charge }
);

/** What follows from a change. Pure: the same change derives the same rows, ids included. */
export type Derivation = (change: RecordChange) => readonly Row[];
