import type { Charge, DisputeRow, RefundRow } from './charge.ts';
import type { Movement } from './movement.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { Session } from './session.ts';
import type { RememberedAnswer } from './webhook.ts';

/** What a file lists: what was created in a time, or, of `movements`, the money that moved in it. */
export const exportKinds = ['charges', 'movements', 'refunds', 'disputes'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStatuses = ['running', 'done', 'failed'] as const;

/** What is asked for. `from` and `to` in Unix seconds; `to` is not part of it. */
export type ExportQuery = {
  readonly what: ExportKind;
  readonly from: number;
  readonly to: number;
  readonly time_zone: string;
  readonly format: ExportFormat;
};

/** A file that a worker writes, and how far it is. Kept for ever, as it says what left; its file is kept for 7 days. */
export type Export = ExportQuery & {
  /** `exp_` + 26 characters. */
  readonly id: string;
  readonly rev: number;
  readonly status: (typeof exportStatuses)[number];
  /** Rows written so far. */
  readonly rows: number;
  /** How many workers have begun it, and whether the last one that was started has. */
  readonly tries: number;
  readonly claimed: boolean;
  /** Unix milliseconds: when it was requested, and when it last made progress: 0 if nobody is at it. */
  readonly created: number;
  readonly alive: number;
};

/** Every method throws `ApiError('storage_unavailable')`; a write that threw may have happened. */
export type ExportStore = {
  readonly find: (id: string) => Promise<Export | undefined>;
  /** Stores a new one, and the rest with it. False if the key was answered already. */
  readonly add: (
    asked: Export,
    beside: { readonly remembered: RememberedAnswer | undefined; readonly act: RecordedAct },
  ) => Promise<boolean>;
  /** The next revision, or undefined if it was written meanwhile. */
  readonly write: (found: Export) => Promise<Export | undefined>;
  readonly rememberedAnswer: (key: string) => Promise<RememberedAnswer | undefined>;
};

type OfSession = { readonly session: string; readonly reference: Session['reference'] };

/** What a row of a file shows. */
export type ExportedRecord =
  | ({ readonly what: 'charges'; readonly charge: Charge } & OfSession)
  | ({ readonly what: 'movements'; readonly movement: Movement } & OfSession)
  | ({ readonly what: 'refunds' } & RefundRow & OfSession)
  | ({ readonly what: 'disputes' } & DisputeRow & OfSession);

/** Oldest first, some hundred at a time. Throws `ApiError('storage_unavailable')`. */
export type ExportedRecords = (
  query: Pick<ExportQuery, 'what' | 'from' | 'to'>,
) => AsyncIterable<readonly ExportedRecord[]>;

export type ExportFiles = {
  /** Stores a file, all of it or nothing. */
  readonly write: (name: string, format: ExportFormat, parts: AsyncIterable<string>) => Promise<void>;
  /** A new link to it, for at most 15 minutes. `as`: what a browser calls it. */
  readonly link: (name: string, as: string) => Promise<string>;
};

/** How a file is written: what it begins with, its rows, what separates them, and its end. */
export type FileForm = {
  readonly head: string;
  readonly row: (record: ExportedRecord) => string;
  readonly between: string;
  readonly foot: string;
};
