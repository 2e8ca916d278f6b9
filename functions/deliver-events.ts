import type { Context } from 'aws-lambda';
import { deliverDue } from '../lib/outbound-webhooks/deliver-due.ts';
import { clock } from '../lib/runtime/clock.ts';
import { log } from '../lib/runtime/log.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { deliveryPorts } from '../lib/runtime/webhook-ports.ts';

readAhead(tokens.webhooks);

/** A start by a release from before there were lanes has no lane. */
type Woken = { readonly endpoint: string; readonly lane?: number };

/** The worker of a lane of one webhook endpoint. Started when an event is enqueued, and by the timer. */
export const handler = async (
  { endpoint, lane = 0 }: Woken,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<unknown> => {
  const request_id = newId('req');
  const deadline = clock.now() + context.getRemainingTimeInMillis();
  const ports = deliveryPorts((entry) => log({ request_id, route: 'deliver-events', ...entry }), deadline);
  return deliverDue(ports, { endpoint, lane });
};
