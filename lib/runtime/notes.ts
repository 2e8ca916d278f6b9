import type { Call } from '../http/call.ts';
import { renderNote } from '../http/render-note.ts';
import type { NotePorts } from '../payments/decisions/add-note.ts';
import { createNotes } from '../storage/notes.ts';
import type { NoteStore } from '../types/note.ts';
import { authorOf } from './author-of.ts';
import { clock } from './clock.ts';
import { paymentStore, storage } from './dynamodb.ts';
import { newId } from './new-id.ts';

export const chargeNotes = (): NoteStore => createNotes(storage());

export const notePorts = (call: Pick<Call, 'by' | 'request_id'>): NotePorts => ({
  store: paymentStore(),
  notes: chargeNotes(),
  clock,
  newId,
  by: authorOf(call),
  render: (note) => ({ status: 200, body: JSON.stringify(renderNote(note)) }),
});
