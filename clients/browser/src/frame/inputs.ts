import { fieldNames } from '../field-names.ts';
import type { FieldName } from '../types.ts';
import { findElement } from './find-element.ts';

/** Those of this frame: all of a card's, or one. */
export type Inputs = Readonly<Partial<Record<FieldName, HTMLInputElement>>>;

/** The inputs of a card, or the one that was asked for, in their order. The others leave the document. */
export const findInputs = (only: FieldName | undefined): Inputs => {
  const names = fieldNames.filter((name) => only === undefined || name === only);
  for (const name of fieldNames) if (!names.includes(name)) findElement(name).closest('.field')?.remove();
  return Object.fromEntries(names.map((name) => [name, findElement(name)]));
};
