import type { Page, PageRequest } from './list.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { RememberedAnswer } from './webhook.ts';

/** What somebody wrote about a charge. It is never changed. */
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

/** How many a charge takes. */
export const most_notes = 50;

/** Reads are consistent. Every method throws `ApiError('storage_unavailable')`; a write that threw may have happened. */
export type NoteStore = {
  /** A page of the charge's notes, newest first. */
  readonly list: (charge: string, page: Pick<PageRequest, 'limit' | 'from'>) => Promise<Page<Note>>;
  /** Adds a note and writes the rest with it, all or nothing. False if the charge takes no more, or the key was answered already. */
  readonly add: (
    charge: string,
    note: Note,
    beside: { readonly remembered: RememberedAnswer | undefined; readonly act: RecordedAct },
  ) => Promise<boolean>;
  readonly rememberedAnswer: (key: string) => Promise<RememberedAnswer | undefined>;
};
