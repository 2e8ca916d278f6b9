import * as z from 'zod/mini';
import { text } from './text.ts';

/** The PSP's id of the payment that is meant, if it is not the charge's own. */
export const psp_reference = z.exactOptional(text(255));
