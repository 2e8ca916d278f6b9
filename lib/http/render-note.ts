import type { NoteObject } from '../contract/note.ts';
import type { Note } from '../types/note.ts';

export const renderNote = ({ id, text, by, created }: Note): NoteObject => ({
  id,
  object: 'note',
  text,
  by,
  created,
});
