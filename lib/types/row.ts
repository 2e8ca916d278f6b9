/** What a row is: rows of one kind are listed together. */
export type RowKind = 'event' | 'refund' | 'dispute' | 'audit_entry';

/** Something that is derived from records, to be read by its id and listed. */
export type Row = {
  readonly id: string;
  readonly kind: RowKind;
  /** A row replaces the one with its id only if its revision is higher. */
  readonly rev: number;
  /** Its place in lists, in Unix milliseconds. Never changes. */
  readonly created_ms: number;
  /** Unix seconds after which it is deleted; kept for ever without it. */
  readonly ttl?: number;
  /** What lists filter by, if it never changes. */
  readonly facets: Facets;
  /** JSON: the row itself. An event's are the bytes that are sent. */
  readonly body: string;
};

export type Facets = {
  readonly type?: string;
  /** The id of the object that the row is about. */
  readonly object?: string;
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
