import * as z from 'zod/mini';
import { currencies } from '../../types/currency.ts';

export const currency = z.enum(currencies as [string, ...string[]], 'expected a lowercase ISO 4217 code');
