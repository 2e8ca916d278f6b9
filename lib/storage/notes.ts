import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { most_notes, type Note, type NoteStore } from '../types/note.ts';
import type { NotesImage } from '../types/record-change.ts';
import type { RecordedAct } from '../types/recorded-act.ts';
import { recordFormat } from '../types/records.ts';
import type { Keyed } from './cut-page.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { pageOf } from './page-of.ts';
import { refuseNewer } from './refuse-newer.ts';
import { newResponse, storedResponse } from './remembered-record.ts';
import type { Storage } from './storage.ts';
import { actAttribute } from './tables.ts';
import type { TransactItem } from './transact-item.ts';
import { unlessRefused } from './unless-refused.ts';

/** The notes of a charge as one item in the table of events, separate from the charge: a payment never waits for them. */
export const createNotes = (storage: Storage): NoteStore => ({
  list: async (charge, page) => {
    const item = await getItem(storage, 'events', { id: notesId(charge) });
    return pageOf(item === undefined ? [] : fromNotesItem(item), page);
  },
  add: (charge, note, { remembered, act }) => {
    const TableName = storage.tables.events;
    const responses = remembered ? [{ Put: { TableName, ...newResponse(storage, remembered) } }] : [];
    const TransactItems: TransactItem[] = [
      { Update: { TableName, ...append(charge, note, act) } },
      ...responses,
    ];
    return unlessRefused(storage, () => storage.client.send(new TransactWriteCommand({ TransactItems })));
  },
  storedResponse: (key) => storedResponse(storage, key),
});

const prefix = 'notes_';
const notesId = (charge: string): string => `${prefix}${charge}`;

export const areNotes = (id: string): boolean => id.startsWith(prefix);

export const fromNotesImage = (item: Item): NotesImage => {
  refuseNewer(item);
  return { id: String(item.id), rev: Number(item.rev) };
};

/** Each under its position in the list. */
const fromNotesItem = (item: Item): readonly Keyed<Note>[] => {
  refuseNewer(item);
  return (item.notes as readonly Note[]).map((row, position) => ({
    key: String(position).padStart(2, '0'),
    row,
  }));
};

/** `rev` counts the notes: they are only added, and concurrent calls each add their own. */
const append = (charge: string, note: Note, act: RecordedAct) => ({
  Key: { id: notesId(charge) },
  UpdateExpression:
    'SET #notes = list_append(if_not_exists(#notes, :none), :note), #act = :act, #v = :v ADD #rev :one',
  ConditionExpression: 'attribute_not_exists(#rev) OR #rev < :most',
  ExpressionAttributeNames: { '#notes': 'notes', '#act': actAttribute, '#v': 'v', '#rev': 'rev' },
  ExpressionAttributeValues: {
    ':none': [],
    ':note': [note],
    ':act': act,
    ':v': recordFormat,
    ':one': 1,
    ':most': most_notes,
  },
});
