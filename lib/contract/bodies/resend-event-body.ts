import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { id } from '../fields/id.ts';

export const resendEventBody = strictObject({ endpoint: z.exactOptional(id('we', 'webhook endpoint')) });
