import * as z from 'zod/mini';
import { countries } from '../../../types/countries.ts';

export const country = z.enum(
  countries as [string, ...string[]],
  'expected an uppercase ISO 3166-1 alpha-2 code',
);
