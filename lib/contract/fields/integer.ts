import * as z from 'zod/mini';

export const integer = (minimum: number, maximum: number) => {
  const error = `expected an integer from ${minimum} to ${maximum}`;
  return z.int(error).check(z.minimum(minimum, error), z.maximum(maximum, error));
};
