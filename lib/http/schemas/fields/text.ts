import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../routing/length-checks.ts';

export const text = (maximum: number) => {
  const error = `expected a string of 1 to ${maximum} characters`;
  return z.string(error).check(minLength(1, error), maxLength(maximum, error));
};
