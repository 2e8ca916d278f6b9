import { fieldNames } from '../field-names.ts';
import type { FieldName } from '../types.ts';
import { findElement } from './find-element.ts';
import { nameCountries } from './name-countries.ts';

type All = { readonly [Name in FieldName]: Name extends 'country' ? HTMLSelectElement : HTMLInputElement };

/** The inputs of this frame: all of a card's and of its billing address, or one. */
export type Inputs = Partial<All>;

/**
 * The inputs of a card, without the name if it is not wanted, or the requested one, in order. The others are removed from the document. In a card, the
 * address inputs are hidden.
 */
export const findInputs = (only: FieldName | undefined, wantsName = true): Inputs => {
  const names = fieldNames.filter((name) => (only ? name === only : wantsName || name !== 'name'));
  for (const name of fieldNames) if (!names.includes(name)) fieldOf(findElement(name)).remove();
  const inputs: Inputs = Object.fromEntries(names.map((name) => [name, findElement(name)]));
  if (only) fieldOf(findElement(only)).hidden = false;
  if (inputs.country) nameCountries(inputs.country);
  return inputs;
};

/** The input with its label and its message. */
export const fieldOf = (input: HTMLElement): HTMLElement => input.closest<HTMLElement>('.field') ?? input;
