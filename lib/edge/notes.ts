import type { Call } from '../http/call.ts';
import { renderNote } from '../http/render-note.ts';
import type { NotePorts } from '../payments/add-note.ts';
import { createNotes } from '../storage/notes.ts';
import type { NoteStore } from '../types/note.ts';
import { clock } from './clock.ts';
import { paymentStore, storage } from './dynamodb.ts';
import { newId } from './new-id.ts';

/** The notes of all charges, in the table of events. */
export const chargeNotes = (): NoteStore => createNotes(storage());

/** The ports of a call that adds one. */
export const notePorts = ({ caller, request_id }: Pick<Call, 'caller' | 'request_id'>): NotePorts => ({
  store: paymentStore(),
  notes: chargeNotes(),
  clock,
  newId,
  by: { actor: { type: 'api_key', id: caller.key ?? '' }, request_id },
  render: (note) => ({ status: 200, body: JSON.stringify(renderNote(note)) }),
});
