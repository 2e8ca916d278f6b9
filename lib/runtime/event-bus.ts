import type { HttpResponse } from '../types/transport.ts';
import type { WebhookEndpoint } from '../types/webhook.ts';
import { livemode } from './environment.ts';
import { signedCall } from './signed-call.ts';

const busId = 'event_bus';

/**
 * The EventBridge bus that gets every event (`EVENT_BUS`, its ARN), if there is one. Only the operator may set it, when deploying: a caller of the
 * API who could choose it would use this service's permissions.
 */
export const eventBus = (): WebhookEndpoint | undefined => {
  const arn = process.env.EVENT_BUS;
  return arn === undefined || arn === ''
    ? undefined
    : {
        id: busId,
        url: arn,
        events: ['*'],
        status: 'enabled',
        livemode: livemode(),
        created: 0,
        generation: 0,
      };
};

export const isEventBus = ({ id }: WebhookEndpoint): boolean => id === busId;

/**
 * Puts one event on the bus, with its bytes as the detail. EventBridge returns 200 even for an event that it did not accept; this returns 500
 * instead.
 */
export const putOnBus = async ({ url }: WebhookEndpoint, body: string): Promise<HttpResponse> => {
  const { type, created }: { readonly type: string; readonly created: number } = JSON.parse(body);
  const entry = {
    EventBusName: url,
    Source: 'payment-routing',
    DetailType: type,
    Time: created,
    Detail: body,
  };
  const response = await signedCall({
    service: 'events',
    path: '/',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' },
    body: JSON.stringify({ Entries: [entry] }),
  });
  const taken = response.kind === 'answered' && response.status === 200 && isTaken(response.body);
  return response.kind === 'answered' && response.status === 200 && !taken
    ? { ...response, status: 500 }
    : response;
};

const isTaken = (body: string): boolean => {
  try {
    return (JSON.parse(body) as { readonly FailedEntryCount?: unknown }).FailedEntryCount === 0;
  } catch {
    return false;
  }
};
