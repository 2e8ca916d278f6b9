import type { ApiKey } from './api-key.ts';
import type { Charge } from './charge.ts';
import type { Row } from './row.ts';
import type { RuleVersion } from './rule-version.ts';
import type { Session } from './session.ts';

/**
 * One write of a record, as its table's stream reports it. Without `before`, the record was new. `at`: its time in Unix milliseconds, the same at
 * each delivery.
 */
export type RecordChange =
  | ({ readonly table: 'sessions' } & SessionChange)
  | ({ readonly table: 'charges' } & ChargeChange)
  | ({ readonly table: 'rules' } & RuleChange)
  | ({ readonly table: 'api_keys' } & KeyChange);

export type SessionChange = Images<Session>;
export type ChargeChange = Images<Charge>;
/** A rule does not state its mode; its environment does. */
export type RuleChange = Images<RuleVersion> & { readonly livemode: boolean };
export type KeyChange = Images<ApiKey>;

type Images<Record> = {
  readonly at: number;
  readonly before: Record | undefined;
  readonly after: Record;
};

/** What follows from a change. Pure: the same change derives the same rows, ids included. */
export type Derivation = (change: RecordChange) => readonly Row[];
