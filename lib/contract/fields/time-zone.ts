import * as z from 'zod/mini';

/** Only a name: `Intl` would also accept an offset such as +02:00. */
const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
};

const expected = 'expected a time zone such as Europe/Berlin';

export const timeZone = z.string(expected).check(z.refine(isTimeZone, expected));
