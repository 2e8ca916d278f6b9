import { endpoint } from '../lib/edge/endpoint.ts';
import { notePorts } from '../lib/edge/notes.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { createChargeNote } from '../lib/http/routes.ts';
import { createNoteBody } from '../lib/http/schemas/create-note-body.ts';
import { addNote } from '../lib/payments/add-note.ts';

readAhead(tokens.records);

export const handler = endpoint(createChargeNote, createNoteBody, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  return addNote(notePorts(call), { charge: id, ...call.body, idempotency: asked?.idempotency });
});
