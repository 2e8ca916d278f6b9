import * as z from 'zod/mini';
import { ruleName } from '../../routing/rule-schema.ts';
import { metadata } from './metadata.ts';
import { text } from './text.ts';

/** The merchant's fields for an order, in a session and in a payment link. */
export const orderFields = {
  routing_rule: z._default(ruleName, 'default'),
  reference: z.exactOptional(text(100)),
  pay_once: z.exactOptional(z.boolean('expected true or false')),
  description: z.exactOptional(text(500)),
  metadata: z._default(metadata(8 * 1024), {}),
};
