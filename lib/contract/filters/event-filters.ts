import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { eventTypes } from '../../types/event.ts';
import { text } from '../fields/text.ts';
import { listParameters } from './list-parameters.ts';

export const eventFilters = strictObject({
  ...listParameters,
  type: z.exactOptional(z.enum(eventTypes, `expected one of ${eventTypes.join(', ')}`)),
  object: z.exactOptional(text(64)),
});
