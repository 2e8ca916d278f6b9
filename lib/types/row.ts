/** The kind of a row: rows of one kind are listed together. */
export type RowKind = 'event' | 'refund' | 'dispute' | 'movement' | 'audit_entry';

/** A row derived from records: read by its id, and listed. */
export type Row = {
  readonly id: string;
  readonly kind: RowKind;
  /** A row replaces the stored one with its id only if its revision is higher. */
  readonly rev: number;
  /** Its position in lists, in Unix milliseconds. Never changes. */
  readonly created_ms: number;
  /** Unix seconds after which it is deleted; without it, kept forever. */
  readonly ttl?: number;
  /** Values that lists filter by and that never change. */
  readonly facets: Facets;
  /** The row itself, as JSON. For an event, the bytes that are sent. */
  readonly body: string;
};

export type Facets = {
  readonly type?: string;
  /** The id of the object that the row is about. */
  readonly object?: string;
  readonly actor?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly psp?: string;
  readonly psp_reference?: string;
  readonly charge?: string;
  readonly session?: string;
  readonly reference?: string;
  readonly last4?: string;
  readonly livemode?: boolean;
};
