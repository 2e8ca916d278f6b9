import { ApiError } from '../types/api-error.ts';
import type { Idempotency, Result } from '../types/result.ts';
import type { WebhookEndpoint } from '../types/webhook.ts';
import { changeEndpoints, endpointOf } from './change-endpoints.ts';
import { clearFailures } from './record-health.ts';
import type { EndpointPorts } from './webhook-ports.ts';

const maxEndpoints = 16;

type EndpointFields = Pick<WebhookEndpoint, 'url' | 'events' | 'description'>;

/** A new endpoint, returned with its secret. Throws `too_many_webhook_endpoints`. */
export const createWebhookEndpoint = (
  ports: EndpointPorts,
  fields: EndpointFields,
  asked: Idempotency | undefined,
): Promise<Result> => {
  const { clock, newId, livemode, render } = ports;
  const endpoint: WebhookEndpoint = {
    id: newId('we'),
    ...fields,
    status: 'enabled',
    livemode,
    created: Math.floor(clock.now() / 1000),
    generation: 1,
  };
  return changeEndpoints(ports, asked, (endpoints) => {
    refuseSecondAt(endpoints, endpoint);
    if (endpoints.length >= maxEndpoints)
      throw new ApiError(
        'too_many_webhook_endpoints',
        `There are ${maxEndpoints} webhook endpoints, which is the maximum. Delete one that you no longer need.`,
      );
    return {
      endpoints: [...endpoints, endpoint],
      answer: render({ endpoint, secret: true }),
      target: endpoint.id,
    };
  });
};

/** Merges the given fields. If the address changes or the endpoint is enabled again, its record of failures is cleared. */
export const updateWebhookEndpoint = (
  ports: EndpointPorts,
  id: string,
  given: Partial<EndpointFields> & Partial<Pick<WebhookEndpoint, 'status'>>,
  asked: Idempotency | undefined,
): Promise<Result> =>
  changeOne(
    ports,
    id,
    asked,
    (before) => {
      const { disabled_reason: reason, ...merged } = { ...before, ...given };
      const kept = given.url === undefined && given.status !== 'enabled' ? merged : clearFailures(merged);
      const endpoint: WebhookEndpoint =
        merged.status === 'enabled' ? kept : { ...kept, disabled_reason: reason ?? 'requested' };
      return { endpoint, answer: ports.render({ endpoint }) };
    },
    refuseSecondAt,
  );

/** A new secret. The previous one also signs for `expires_in` seconds; the one before that stops now. */
export const rotateWebhookSecret = (
  ports: EndpointPorts,
  id: string,
  { expires_in }: { readonly expires_in: number },
  asked: Idempotency | undefined,
): Promise<Result> =>
  changeOne(ports, id, asked, (before) => {
    const endpoint = {
      ...before,
      generation: before.generation + 1,
      previous_until: ports.clock.now() + expires_in * 1000,
    };
    return { endpoint, answer: ports.render({ endpoint, secret: true }) };
  });

/** Its pending deliveries are not sent. */
export const deleteWebhookEndpoint = (
  ports: EndpointPorts,
  id: string,
  asked: Idempotency | undefined,
): Promise<Result> =>
  changeEndpoints(ports, asked, (endpoints) => {
    const gone = endpointOf(endpoints, id);
    return {
      endpoints: endpoints.filter((endpoint) => endpoint !== gone),
      answer: ports.render({ deleted: id }),
      target: id,
    };
  });

const changeOne = (
  ports: EndpointPorts,
  id: string,
  asked: Idempotency | undefined,
  change: (before: WebhookEndpoint) => {
    readonly endpoint: WebhookEndpoint;
    readonly answer: ReturnType<EndpointPorts['render']>;
  },
  check: (endpoints: readonly WebhookEndpoint[], endpoint: WebhookEndpoint) => void = () => {},
): Promise<Result> =>
  changeEndpoints(ports, asked, (endpoints) => {
    const before = endpointOf(endpoints, id);
    const { endpoint, answer: response } = change(before);
    if (endpoint.url !== before.url) check(endpoints, endpoint);
    return {
      endpoints: endpoints.map((other) => (other === before ? endpoint : other)),
      answer: response,
      target: id,
    };
  });

/** That address would get every event once for each endpoint. Throws `parameter_invalid`. */
const refuseSecondAt = (endpoints: readonly WebhookEndpoint[], { id, url }: WebhookEndpoint): void => {
  const other = endpoints.find((one) => one.id !== id && addressOf(one.url) === addressOf(url));
  if (other)
    throw new ApiError(
      'parameter_invalid',
      `url: expected an address that no other webhook endpoint has; ${other.id} has this one.`,
      { param: 'url' },
    );
};

/** The destination of a URL, however it is spelled: host, port and path, without the parts that only the server there interprets. */
const addressOf = (url: string): string => {
  const { protocol, hostname, port, pathname } = new URL(url);
  const host = hostname.replace(/\.$/, '');
  const path = decoded(pathname).replace(/\/+/g, '/').replace(/\/$/, '');
  return `${host}:${port || (protocol === 'https:' ? '443' : '80')}${path}`;
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
