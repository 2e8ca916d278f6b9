import { resendFailedEventsBody } from '../lib/contract/bodies/resend-failed-events-body.ts';
import { resendFailedEvents as route } from '../lib/http/routes.ts';
import { resendFailed } from '../lib/outbound-webhooks/resend-failed.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { endpointPorts } from '../lib/runtime/webhook-ports.ts';

export const handler = endpoint(route, resendFailedEventsBody, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  return resendFailed(endpointPorts(call), id, call.body, asked?.idempotency);
});
