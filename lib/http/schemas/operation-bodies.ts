import * as z from 'zod/mini';
import { amount } from './fields/amount.ts';
import { id } from './fields/id.ts';

const charge = id('ch', 'charge');

export const captureBody = z.strictObject({ charge, amount: z.exactOptional(amount) }, 'expected an object');

export const cancelBody = z.strictObject({ charge }, 'expected an object');
