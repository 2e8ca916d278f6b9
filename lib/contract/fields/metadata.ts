import * as z from 'zod/mini';
import { maxLength } from '../../routing/length-checks.ts';
import { noCardNumber, noSlot } from './text.ts';

/** At most 50 entries, with keys up to 40 and values up to 500 characters, and `bytes` in total as JSON. */
export const metadata = (bytes: number) =>
  z
    .record(
      z
        .string()
        .check(z.regex(/^[^\n\r]{1,40}$/u, 'expected keys of 1 to 40 characters'), noCardNumber, noSlot),
      z
        .string('expected a string')
        .check(maxLength(500, 'expected a string of at most 500 characters'), noCardNumber, noSlot),
      'expected an object of strings',
    )
    .check(
      z.refine((value) => Object.keys(value).length <= 50, 'expected at most 50 entries'),
      z.refine(
        (value) => Buffer.byteLength(JSON.stringify(value)) <= bytes,
        `expected at most ${bytes} bytes in total`,
      ),
    );
