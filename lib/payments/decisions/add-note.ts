import { ApiError } from '../../types/api-error.ts';
import type { Author } from '../../types/audit-entry.ts';
import { most_notes, type Note, type NoteStore } from '../../types/note.ts';
import type { Clock, NewId, PaymentStore } from '../../types/ports.ts';
import type { RenderedResponse } from '../../types/records.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { findStoredResponse } from '../../types/seen-before.ts';
import { noCharge } from '../records/read-records.ts';

export type NotePorts = {
  readonly store: Pick<PaymentStore, 'charge'>;
  readonly notes: NoteStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly by: Author;
  readonly render: (note: Note) => RenderedResponse;
};

export type NoteCommand = {
  readonly charge: string;
  readonly text: string;
  readonly idempotency?: Idempotency | undefined;
};

/** Adds a note to a charge, without changing the charge's record. Throws `resource_missing` and `too_many_notes`. */
export const addNote = async (
  { store, notes, clock, newId, by, render }: NotePorts,
  { charge, text, idempotency }: NoteCommand,
): Promise<Result> => {
  if (!(await store.charge(charge))) throw noCharge(charge, 'id');
  const created = Math.floor(clock.now() / 1000);
  const note = { id: newId('note'), text, by: by.actor.id, created };
  const response = render(note);
  const added = await notes.add(charge, note, {
    remembered: idempotency && { key: idempotency.key, hash: idempotency.hash, answer: response },
    act: { ...by, target: charge },
  });
  if (added) return { replay: response, first: true };
  const before = await findStoredResponse(notes, idempotency);
  if (before) return before;
  throw new ApiError(
    'too_many_notes',
    `${charge} has ${most_notes} notes, the maximum. Nothing was stored.`,
    { param: 'id' },
  );
};
