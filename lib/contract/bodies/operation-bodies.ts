import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { amount } from '../fields/amount.ts';
import { id } from '../fields/id.ts';
import { psp_reference } from '../fields/psp-reference.ts';

const charge = id('ch', 'charge');

export const captureBody = strictObject({ charge, amount: z.exactOptional(amount) });

export const cancelBody = strictObject({ charge, psp_reference });
