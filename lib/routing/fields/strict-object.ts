import * as z from 'zod/mini';
import { didYouMean } from '../../types/did-you-mean.ts';

/** An object of these fields and no others. For any other field, the problem names the nearest one that exists. */
export const strictObject = <const Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  expected = 'expected an object',
) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no such field${didYouMean(issue.keys[0] ?? '', Object.keys(shape))}`
        : expected,
  });
