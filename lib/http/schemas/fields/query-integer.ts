import * as z from 'zod/mini';
import { integer } from './integer.ts';

/** An integer as a query parameter carries it: digits. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.pipe(
    z.transform((text: string): unknown => (/^\d{1,16}$/.test(text) ? Number(text) : text)),
    integer(minimum, maximum),
  );
