import type { Note } from '../types/note.ts';

export const renderNote = ({ id, text, by, created }: Note) => ({ id, object: 'note', text, by, created });
