import * as z from 'zod/mini';
import { countries } from '../../../types/countries.ts';

/** The one schema of a country. Built on first use: most calls need none, and it costs as much as twenty fields. */
export const country = () => {
  made ??= z.enum(countries as [string, ...string[]], 'expected an uppercase ISO 3166-1 alpha-2 code');
  return made;
};

let made: z.ZodMiniEnum<Readonly<Record<string, string>>> | undefined;
