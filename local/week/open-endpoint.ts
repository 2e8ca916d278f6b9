import type { Deliveries } from './deliveries.ts';
import type { MovedTime } from './moved-time.ts';
import { operations } from './people.ts';
import { inSeconds, type Recorder } from './recorder.ts';

/** The shop's webhook endpoint, opened now. */
export const openEndpoint = async (
  time: MovedTime,
  recorder: Recorder,
  deliveries: Deliveries,
  base_url: string,
): Promise<void> => {
  await deliveries.open({
    url: `${base_url}/shop/events`,
    events: ['checkout.session.paid', 'refund.succeeded', 'refund.failed', 'dispute.opened', 'dispute.lost'],
    description: 'The shop: orders, stock and letters',
    by: operations,
  });
  const [act] = deliveries.store.acts;
  if (!act) return;
  const after = await deliveries.store.endpoints();
  const at = inSeconds(time.now());
  await recorder.record({ table: 'webhook_endpoints', livemode: false, at, act, before: undefined, after });
};
