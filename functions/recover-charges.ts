import type { Context } from 'aws-lambda';
import { startSettling } from '../lib/config/start-settling.ts';
import { keepHealth } from '../lib/domain-events/health/keep-health.ts';
import { createRenderer } from '../lib/http/renderer.ts';
import { wakeDue } from '../lib/outbound-webhooks/wake-due.ts';
import { checkCharge } from '../lib/payments/recovery/check-charge.ts';
import { logOpen } from '../lib/payments/recovery/log-open.ts';
import { recoverByShard, recoverShard, type ShardEvent } from '../lib/payments/recovery/recover-by-shard.ts';
import { retryHeld } from '../lib/payments/recovery/retry-held.ts';
import { expireDue } from '../lib/payments/sessions/expire-due.ts';
import { clock } from '../lib/runtime/clock.ts';
import { hostedPages, publicUrl } from '../lib/runtime/environment.ts';
import { expiringSessions } from '../lib/runtime/expiring-sessions.ts';
import { healthPorts } from '../lib/runtime/health.ts';
import { log } from '../lib/runtime/log.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { paymentPorts } from '../lib/runtime/payment-ports.ts';
import { startFunction } from '../lib/runtime/start-function.ts';
import { startSettlingPorts } from '../lib/runtime/start-settling-ports.ts';
import { enqueuePorts } from '../lib/runtime/webhook-ports.ts';

/** An operator's event names a charge; the event of a function for one shard names the shard. */
export type RecoverEvent = { readonly charge?: string } & Partial<ShardEvent>;

/** `RECOVERY_WORKER` names this function. */
const startShard = (event: ShardEvent): Promise<void> => startFunction('RECOVERY_WORKER', event);

/**
 * Runs on a schedule: due charges, webhook workers with work to do, the health of PSPs, open rule versions, then held events and expired sessions. With `charge`,
 * reconciles that charge now, due or not; with `shard`, the due charges of that shard.
 */
export const handler = async (
  { charge, shard, ...started }: RecoverEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<unknown> => {
  const request_id = newId('req');
  const ports = paymentPorts({
    request_id,
    deadline: clock.now() + context.getRemainingTimeInMillis(),
    log: (entry) => log({ request_id, route: 'recover-charges', ...entry }),
    render: createRenderer({
      now: clock.now,
      request_id,
      docs_url: `${publicUrl()}/docs/errors`,
      pages_url: hostedPages(),
    }),
  });
  if (charge !== undefined) return { [charge]: await checkCharge(ports, charge, { at_once: true }) };
  if (shard !== undefined) return (await recoverShard(ports, { shard, ...started }, startShard)).ends;
  const [{ ends, open }] = await Promise.all([
    recoverByShard(ports, startShard),
    wakeDue(enqueuePorts(ports.log)),
    keepHealth(healthPorts(ports.log)),
    startSettling(startSettlingPorts(ports.log)),
  ]);
  await logOpen(ports, open);
  await retryHeld(ports);
  const expired = await expireDue(ports, expiringSessions());
  return { ...ends, expired };
};
