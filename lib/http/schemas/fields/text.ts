import * as z from 'zod/mini';

export const text = (maximum: number) => {
  const error = `expected a string of 1 to ${maximum} characters`;
  return z.string(error).check(z.minLength(1, error), z.maxLength(maximum, error));
};
