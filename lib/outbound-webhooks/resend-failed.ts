import { ApiError } from '../types/api-error.ts';
import type { Idempotency, Result } from '../types/result.ts';
import type { Delivery, Due, WebhookEndpoint } from '../types/webhook.ts';
import { respondOnce } from './change-endpoints.ts';
import { wake } from './enqueue-deliveries.ts';
import { everyLane } from './lanes.ts';
import { restartDelivery } from './new-delivery.ts';
import { openEndpoint } from './open-endpoint.ts';
import type { EndpointPorts } from './webhook-ports.ts';

/** Per call, which must return in time. */
const most_resent = 1_000;
const at_once = 50;

/**
 * Sends failed deliveries of an endpoint again that were given up, selected by the time of the last try (Unix seconds, inclusive), newest first.
 * `has_more`: repeat the call for the rest. Throws `resource_missing`, `webhook_endpoint_disabled` and `parameter_invalid`.
 */
export const resendFailed = (
  ports: EndpointPorts,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
  asked: Idempotency | undefined,
): Promise<Result> =>
  respondOnce(ports.store, asked, async () => {
    if (to < from)
      throw new ApiError('parameter_invalid', 'to: expected a time that is not before from.', {
        param: 'to',
      });
    const { endpoints } = await ports.store.endpoints();
    const endpoint = openEndpoint(endpoints, id);
    const range = { status: 'failed', from: from * 1000, to: to * 1000 + 999 } as const;
    const lanes = everyLane.map((lane) =>
      ports.store.unsent({ endpoint: id, lane }, { ...range, limit: most_resent + 1 }),
    );
    const found = (await Promise.all(lanes)).flat().sort((one, other) => other.at - one.at);
    const resent = await sendAgain(ports, endpoint, found.slice(0, most_resent));
    return ports.render({ resent: { endpoint: id, from, to, resent, has_more: found.length > most_resent } });
  });

/** Resolves to how many were sent again. Others may have been sent again, or may no longer exist, since the index was read. */
const sendAgain = async (
  ports: EndpointPorts,
  endpoint: WebhookEndpoint,
  found: readonly Due[],
): Promise<number> => {
  const lanes: number[] = [];
  for (let start = 0; start < found.length; start += at_once)
    await Promise.all(
      found.slice(start, start + at_once).map(async ({ id }) => {
        const before = await ports.store.delivery(id);
        if (before?.status !== 'failed') return;
        const again = restartDelivery(before, ports.clock.now());
        if ((await ports.store.replaceDelivery(again)) || (await isWritten(ports, again)))
          lanes.push(again.lane ?? 0);
      }),
    );
  await Promise.all([...new Set(lanes)].map((lane) => wake(ports, endpoint, lane)));
  return lanes.length;
};

/** A write whose response was lost is repeated, and then finds itself. */
const isWritten = async ({ store }: EndpointPorts, { id, rev, next_at }: Delivery): Promise<boolean> => {
  const stored = await store.delivery(id);
  return stored?.rev === rev && stored.next_at === next_at;
};
