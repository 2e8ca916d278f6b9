import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { integer } from '../fields/integer.ts';

export const rotateWebhookSecretBody = strictObject({
  expires_in: z._default(integer(0, 7 * 86_400), 86_400),
});
