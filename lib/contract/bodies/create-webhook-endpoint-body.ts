import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { type WhereSent, webhookDescription, webhookEvents, webhookUrl } from '../fields/webhook-endpoint.ts';

export const createWebhookEndpointBody = (where: WhereSent) =>
  strictObject({
    url: webhookUrl(where),
    events: z._default(webhookEvents, ['*']),
    description: z.exactOptional(webhookDescription),
  });
