import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { unsentStatuses } from '../../types/webhook.ts';
import { id } from '../fields/id.ts';
import { pageParameters } from './list-parameters.ts';

export const deliveryFilters = strictObject({
  ...pageParameters,
  status: z.enum(unsentStatuses, 'expected "pending" or "failed"'),
  endpoint: z.exactOptional(id('we', 'webhook endpoint')),
});
