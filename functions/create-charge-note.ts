import { createNoteBody } from '../lib/contract/bodies/create-note-body.ts';
import { createChargeNote } from '../lib/http/routes.ts';
import { addNote } from '../lib/payments/decisions/add-note.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { notePorts } from '../lib/runtime/notes.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(createChargeNote, createNoteBody, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  return addNote(notePorts(call), { charge: id, ...call.body, idempotency: asked?.idempotency });
});
