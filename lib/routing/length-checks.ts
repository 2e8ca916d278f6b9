import { $ZodCheckMaxLength, $ZodCheckMinLength } from 'zod/v4/core';

/**
 * Length checks for texts and lists only. zod's own also run on values of a wrong type that have a `length`, and throw if that is an object without a
 * primitive value.
 */
export const minLength = (minimum: number, error: string) =>
  new $ZodCheckMinLength({ check: 'min_length', minimum, error: () => error, when: hasLength });

/** Later checks do not run on what is too long: searching 64 KB of digits for card numbers takes seconds. */
export const maxLength = (maximum: number, error: string) =>
  new $ZodCheckMaxLength({ check: 'max_length', maximum, error: () => error, when: hasLength, abort: true });

const hasLength = ({ value }: { readonly value: unknown }): boolean =>
  typeof value === 'string' || Array.isArray(value);
