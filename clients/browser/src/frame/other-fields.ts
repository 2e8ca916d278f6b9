import type { FieldName } from '../types.ts';
import type { SecurityCode, Values } from './read-card.ts';

/** The fields of the card that are in other frames, as the number's frame deals with them. */
export type OtherFields = {
  /** What is in them now. Mistakes in it are shown there from now on. A field that does not answer is empty. */
  readonly collect: (fields: readonly FieldName[]) => Promise<Values>;
  readonly lock: (locked: boolean) => void;
  readonly focus: (field: FieldName) => void;
  readonly clear: () => void;
  /** Which security code goes with the number as it is now typed. */
  readonly expect: (code: SecurityCode | null) => void;
};

/** There are none: the whole card is in this frame. */
export const noOtherFields: OtherFields = {
  collect: async () => ({}),
  lock: () => {},
  focus: () => {},
  clear: () => {},
  expect: () => {},
};
