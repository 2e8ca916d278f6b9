import * as z from 'zod/mini';
import { countries } from '../../../types/countries.ts';

/** The one schema of a country, which is made when it is first asked for: most calls give none, and it takes as long as twenty fields. */
export const country = () => {
  made ??= z.enum(countries as [string, ...string[]], 'expected an uppercase ISO 3166-1 alpha-2 code');
  return made;
};

let made: z.ZodMiniEnum<Readonly<Record<string, string>>> | undefined;
