import type { Page, PageRequest } from './list.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { StoredResponse } from './webhook.ts';

/** What a person wrote about a charge. Never changed. */
export type Note = {
  /** `note_` + 26 characters. */
  readonly id: string;
  /** At most 1,000 characters, without a card number. */
  readonly text: string;
  /** The id of the API key. */
  readonly by: string;
  /** Unix seconds. */
  readonly created: number;
};

/** The most notes on a charge. */
export const most_notes = 50;

/** Reads are consistent. Every method throws `ApiError('storage_unavailable')`; a write that threw may still have been stored. */
export type NoteStore = {
  /** A page of the charge's notes, newest first. */
  readonly list: (charge: string, page: Pick<PageRequest, 'limit' | 'from'>) => Promise<Page<Note>>;
  /**
   * Adds a note and the given items, all or nothing. False if the charge has the most notes already, or the idempotency key already has a response.
   */
  readonly add: (
    charge: string,
    note: Note,
    beside: { readonly remembered: StoredResponse | undefined; readonly act: RecordedAct },
  ) => Promise<boolean>;
  readonly storedResponse: (key: string) => Promise<StoredResponse | undefined>;
};
