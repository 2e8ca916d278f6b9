import type { ApiKey } from './api-key.ts';
import type { Charge } from './charge.ts';
import type { PspSwitches } from './psp-switch.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { Row } from './row.ts';
import type { RuleVersion } from './rule-version.ts';
import type { Session } from './session.ts';
import type { WebhookEndpoints } from './webhook.ts';

/**
 * One write of a record, as its table's stream reports it. Without `before`, the record is new. `at`: its time in Unix milliseconds, the same at each
 * delivery. Of the events table, only writes that somebody requested are reported, each kind of record under a table name of its own.
 */
export type RecordChange =
  | ({ readonly table: 'sessions' } & SessionChange)
  | ({ readonly table: 'charges' } & ChargeChange)
  | ({ readonly table: 'rules' } & RuleChange)
  | ({ readonly table: 'api_keys' } & KeyChange)
  | ({ readonly table: 'webhook_endpoints' } & EndpointsChange)
  | ({ readonly table: 'psp_switches' } & SwitchesChange)
  | ({ readonly table: 'payment_links' } & LinkChange)
  | ({ readonly table: 'payment_methods' } & MethodChange)
  | ({ readonly table: 'notes' } & NotesChange)
  | ({ readonly table: 'exports' } & ExportChange);

export type SessionChange = Images<Session>;
export type ChargeChange = Images<Charge>;
/** A rule's mode is its environment's. */
export type RuleChange = Images<RuleVersion> & { readonly livemode: boolean };
export type KeyChange = Images<ApiKey>;
export type EndpointsChange = Images<WebhookEndpoints> & Asked;
export type SwitchesChange = Images<PspSwitches> & Asked;
export type LinkChange = Images<LinkImage> & Asked;
export type MethodChange = Images<MethodImage> & Asked;
export type NotesChange = Images<NotesImage> & Asked;
export type ExportChange = Images<ExportImage> & Asked;

export type LinkImage = { readonly id: string; readonly rev: number; readonly deleted: boolean };

/** A payment method, or what is left of a deleted one. */
export type MethodImage = { readonly id: string; readonly deleted: boolean };

/** The notes of a charge, without their text; `rev`: their number. */
export type NotesImage = { readonly id: string; readonly rev: number };

export type ExportImage = { readonly id: string; readonly rev: number };

/** The mode is the environment's. */
type Asked = { readonly act: RecordedAct; readonly livemode: boolean };

type Images<Record> = {
  readonly at: number;
  readonly before: Record | undefined;
  readonly after: Record;
};

/** The rows that follow from a change. Pure: the same change gives the same rows, ids included. */
export type Derivation = (change: RecordChange) => readonly Row[];
