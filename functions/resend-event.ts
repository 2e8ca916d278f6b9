import { resendEventBody } from '../lib/contract/bodies/resend-event-body.ts';
import { withoutEventData } from '../lib/http/render-webhook.ts';
import { resendEvent as route } from '../lib/http/routes.ts';
import { resendEvent } from '../lib/outbound-webhooks/send-event.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { endpointPorts } from '../lib/runtime/webhook-ports.ts';

export const handler = endpoint(route, resendEventBody, async (call) => {
  const asked = await call.idempotent(call.path.id);
  const again = { event: call.path.id, endpoint: call.body.endpoint };
  const resent = await resendEvent(endpointPorts(call), again, asked?.idempotency);
  return call.may('events:read') ? resent : withoutEventData(resent);
});
