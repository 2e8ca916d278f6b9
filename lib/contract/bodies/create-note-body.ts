import { strictObject } from '../../routing/fields/strict-object.ts';
import { text } from '../fields/text.ts';

export const createNoteBody = strictObject({ text: text(1_000) });
