import type { Charge, DisputeRow, RefundRow } from './charge.ts';
import type { Movement } from './movement.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { Session } from './session.ts';
import type { StoredResponse } from './webhook.ts';

/** What a file lists: the objects created in a period or, for `movements`, the money that moved in it. */
export const exportKinds = ['charges', 'movements', 'refunds', 'disputes'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStatuses = ['running', 'done', 'failed'] as const;

export const exportFailures = ['too_long', 'ended_early', 'not_started'] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** The requested file. `from` and `to` in Unix seconds; `to` is exclusive. */
export type ExportQuery = {
  readonly what: ExportKind;
  readonly from: number;
  readonly to: number;
  readonly time_zone: string;
  readonly format: ExportFormat;
};

/**
 * A file written by a worker, and its progress. The record is kept forever, because it shows which data left the service; the file is kept for 7
 * days.
 */
export type Export = ExportQuery & {
  /** `exp_` + 26 characters. */
  readonly id: string;
  readonly rev: number;
  readonly status: (typeof exportStatuses)[number];
  /** Why it has failed. */
  readonly failure?: ExportFailure;
  /** Rows written so far. */
  readonly rows: number;
  /** How many workers were started for it, and whether the last one has begun. */
  readonly tries: number;
  readonly claimed: boolean;
  /** Unix milliseconds: since when no worker could be started. */
  readonly refused_since?: number;
  /** Unix milliseconds: when it was requested, and when it last made progress (0 if no worker has it). */
  readonly created: number;
  readonly alive: number;
};

/** Every method throws `ApiError('storage_unavailable')`; a write that threw may still have been stored. */
export type ExportStore = {
  readonly find: (id: string) => Promise<Export | undefined>;
  /** Stores a new export and the given items, all or nothing. False if the idempotency key already has a response. */
  readonly add: (
    asked: Export,
    beside: { readonly remembered: StoredResponse | undefined; readonly act: RecordedAct },
  ) => Promise<boolean>;
  /** The next revision, or undefined if another writer was first. */
  readonly write: (found: Export) => Promise<Export | undefined>;
  readonly storedResponse: (key: string) => Promise<StoredResponse | undefined>;
};

type OfSession = { readonly session: string; readonly reference: Session['reference'] };

/** The record that a row of a file shows. */
export type ExportedRecord =
  | ({ readonly what: 'charges'; readonly charge: Charge } & OfSession)
  | ({ readonly what: 'movements'; readonly movement: Movement } & OfSession)
  | ({ readonly what: 'refunds' } & RefundRow & OfSession)
  | ({ readonly what: 'disputes' } & DisputeRow & OfSession);

/** Oldest first, a few hundred at a time. Throws `ApiError('storage_unavailable')`. */
export type ExportedRecords = (
  query: Pick<ExportQuery, 'what' | 'from' | 'to'>,
) => AsyncIterable<readonly ExportedRecord[]>;

export type ExportFiles = {
  /** Stores a file completely, or not at all. */
  readonly write: (name: string, format: ExportFormat, parts: AsyncIterable<string>) => Promise<void>;
  /** A new link to the file, valid for at most 15 minutes. `as`: the file name that a browser shows. */
  readonly link: (name: string, as: string) => Promise<string>;
};

/** How a file is written: its header, its rows, their separator, and its end. */
export type FileForm = {
  readonly header: string;
  readonly row: (record: ExportedRecord) => string;
  readonly between: string;
  readonly footer: string;
};
