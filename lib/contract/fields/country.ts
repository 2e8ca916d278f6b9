import * as z from 'zod/mini';
import { countries } from '../../types/countries.ts';

/** The one schema of a country. Built on first use: most calls need none, and building it takes as long as building twenty fields. */
export const country = () => {
  made ??= z.enum(countries as [string, ...string[]], 'expected an uppercase ISO 3166-1 alpha-2 code');
  return made;
};

let made: z.ZodMiniEnum<Readonly<Record<string, string>>> | undefined;
