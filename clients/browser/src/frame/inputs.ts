import { fieldNames } from '../field-names.ts';
import type { FieldName } from '../types.ts';
import { findElement } from './find-element.ts';
import { nameCountries } from './name-countries.ts';

type All = { readonly [Name in FieldName]: Name extends 'country' ? HTMLSelectElement : HTMLInputElement };

/** Those of this frame: all of a card's and of its billing address, or one. */
export type Inputs = Partial<All>;

/** The inputs of a card, or the one that was asked for, in their order. The others leave the document. Those of the address are hidden in a card. */
export const findInputs = (only: FieldName | undefined): Inputs => {
  const names = fieldNames.filter((name) => only === undefined || name === only);
  for (const name of fieldNames) if (!names.includes(name)) fieldOf(findElement(name)).remove();
  const inputs: Inputs = Object.fromEntries(names.map((name) => [name, findElement(name)]));
  if (only) fieldOf(findElement(only)).hidden = false;
  if (inputs.country) nameCountries(inputs.country);
  return inputs;
};

/** The input with its label and its message. */
export const fieldOf = (input: HTMLElement): HTMLElement => input.closest<HTMLElement>('.field') ?? input;
