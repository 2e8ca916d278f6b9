import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { type WhereSent, webhookDescription, webhookEvents, webhookUrl } from '../fields/webhook-endpoint.ts';

export const updateWebhookEndpointBody = (where: WhereSent) =>
  strictObject({
    url: z.exactOptional(webhookUrl(where)),
    events: z.exactOptional(webhookEvents),
    description: z.exactOptional(webhookDescription),
    status: z.exactOptional(z.enum(['enabled', 'disabled'], 'expected "enabled" or "disabled"')),
  });
