import type { Context } from 'aws-lambda';
import { clock } from '../lib/edge/clock.ts';
import { newId } from '../lib/edge/new-id.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { report } from '../lib/edge/report.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { deliveryPorts } from '../lib/edge/webhook-ports.ts';
import { deliverDue } from '../lib/webhooks/deliver-due.ts';
import { wakeDue } from '../lib/webhooks/wake-due.ts';

readAhead(tokens);

/** The worker of the endpoint that the event names. The timer names none: workers are woken for all that have something due. */
export const handler = async (
  { endpoint }: { readonly endpoint?: string },
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<unknown> => {
  const request_id = newId('req');
  const ports = deliveryPorts(
    (entry) => report({ request_id, route: 'deliver-events', ...entry }),
    clock.now() + context.getRemainingTimeInMillis(),
  );
  return endpoint === undefined ? wakeDue(ports) : deliverDue(ports, endpoint);
};
