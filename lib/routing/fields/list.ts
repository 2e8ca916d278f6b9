import * as z from 'zod/mini';
import { maxLength, minLength } from '../length-checks.ts';

export const list = <T extends z.core.SomeType>(entry: T, maximum: number, what: string) => {
  const error = `expected a list of 1 to ${maximum} ${what}`;
  return z.array(entry, error).check(minLength(1, error), maxLength(maximum, error));
};
