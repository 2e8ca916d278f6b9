import { expect, test } from '@jest/globals';
import { addNote, type NotePorts } from '../../../lib/payments/decisions/add-note.ts';
import type { NoteStore } from '../../../lib/types/note.ts';
import { sampleCharge } from '../../contract/sample-records.ts';

type Added = Parameters<NoteStore['add']>;

/** A store that takes the note or not, and remembers this answer. */
const open = ({ takes = true, hash = 'h', known = true, answered = false }) => {
  const added: Added[] = [];
  const ports: NotePorts = {
    store: { charge: async (id) => (known ? sampleCharge(id) : undefined) },
    notes: {
      list: async () => ({ rows: [], has_more: false, next: null, previous: null }),
      add: async (...asked) => {
        added.push(asked);
        return takes;
      },
      storedResponse: async (key) =>
        answered ? { key, hash, answer: { status: 200, body: 'the first' } } : undefined,
    },
    clock: { now: () => 1_763_630_000_999 },
    newId: (prefix) => `${prefix}_1`,
    by: { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1' },
    render: ({ id }) => ({ status: 200, body: id }),
  };
  const call = (idempotency = { key: 'k', hash: 'h', view: 'full' } as const) =>
    addNote(ports, { charge: 'ch_1', text: 'why', idempotency });
  return { ports, added, call };
};

test('the note, the answer under its key and who asked are one write', async () => {
  const { added, call } = open({});
  const answer = { status: 200, body: 'note_1' };
  expect(await call()).toEqual({ replay: answer, first: true });
  expect(added).toEqual([
    [
      'ch_1',
      { id: 'note_1', text: 'why', by: 'key_1', created: 1_763_630_000 },
      {
        remembered: { key: 'k', hash: 'h', answer },
        act: { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1', target: 'ch_1' },
      },
    ],
  ]);
});

test('a write that is refused is a repeat, another call under its key, or one too many', async () => {
  expect(await open({ takes: false, answered: true }).call()).toEqual({
    replay: { status: 200, body: 'the first' },
    first: false,
  });
  await expect(open({ takes: false, answered: true, hash: 'other' }).call()).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  await expect(open({ takes: false }).call()).rejects.toMatchObject({ code: 'too_many_notes', status: 409 });
  const { ports } = open({ takes: false, answered: true });
  await expect(addNote(ports, { charge: 'ch_1', text: 'why' })).rejects.toMatchObject({
    code: 'too_many_notes',
  });
});

test('nothing is written about a charge that does not exist', async () => {
  const { added, call } = open({ known: false });
  await expect(call()).rejects.toMatchObject({ code: 'resource_missing', details: { param: 'id' } });
  expect(added).toEqual([]);
});
