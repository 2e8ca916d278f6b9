import * as z from 'zod/mini';
import { text } from './text.ts';

/** The PSP's id of the payment, if it is not the charge's own payment. */
export const psp_reference = z.exactOptional(text(255));
