import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { amount } from '../fields/amount.ts';
import { id } from '../fields/id.ts';

export const captureBody = strictObject({ charge: id('ch', 'charge'), amount: z.exactOptional(amount) });
