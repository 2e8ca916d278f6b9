import { addNote } from '../../lib/payments/decisions/add-note.ts';
import { chargeNotes } from '../../lib/runtime/notes.ts';
import type { MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import type { Chance } from './chance.ts';
import type { MovedTime } from './moved-time.ts';
import { inSeconds, type Recorder } from './recorder.ts';

export type NoteWriter = (charge: string, by: string, text: string) => Promise<void>;

type Writing = {
  readonly time: MovedTime;
  readonly chance: Chance;
  readonly held: MemoryPaymentStore;
  readonly recorder: Recorder;
};

/** Notes of people about charges, stored at once. */
export const createNoteWriter = ({ time, chance, held, recorder }: Writing): NoteWriter => {
  const counts = new Map<string, number>();
  return async (charge, actor, text) => {
    const by = { actor: { type: 'user' as const, id: actor }, request_id: chance.newId('req') };
    const render = () => ({ status: 200, body: '' });
    const ports = { store: held, notes: chargeNotes(), clock: time, newId: chance.newId, by, render };
    await addNote(ports, { charge, text });
    const rev = (counts.get(charge) ?? 0) + 1;
    counts.set(charge, rev);
    await recorder.record({
      table: 'notes',
      livemode: false,
      at: inSeconds(time.now()),
      act: { ...by, target: charge },
      before: rev === 1 ? undefined : { id: `notes_${charge}`, rev: rev - 1 },
      after: { id: `notes_${charge}`, rev },
    });
  };
};
