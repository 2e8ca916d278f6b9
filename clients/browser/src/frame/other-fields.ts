import type { FieldName } from '../types.ts';
import type { SecurityCode, Values } from './read-card.ts';

/** The fields of the card that are in other frames, as the number's frame sees them. */
export type OtherFields = {
  /** Their current values. From now on, mistakes in them are shown there. A field that does not answer counts as empty. */
  readonly collect: (fields: readonly FieldName[]) => Promise<Values>;
  readonly lock: (locked: boolean) => void;
  readonly focus: (field: FieldName) => void;
  readonly clear: () => void;
  /** The security code that belongs to the number as typed now. */
  readonly expect: (code: SecurityCode | null) => void;
};

/** None: the whole card is in this frame. */
export const noOtherFields: OtherFields = {
  collect: async () => ({}),
  lock: () => {},
  focus: () => {},
  clear: () => {},
  expect: () => {},
};
