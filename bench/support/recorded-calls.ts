import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** One outgoing call: `dynamodb PutItem`, `stripe POST /v1/refunds`. */
export type RecordedCall = { readonly service: string; readonly operation: string };

const channel = 'http.client.request.start';

/** The outgoing HTTP calls that `run` makes, in the order they are started. `services`: origin → name. */
export const recordCalls = async (
  services: Readonly<Record<string, string>>,
  run: () => Promise<unknown>,
): Promise<readonly RecordedCall[]> => {
  const calls: RecordedCall[] = [];
  // A request that is held back until it is connected is announced twice.
  const seen = new WeakSet<ClientRequest>();
  const onStart = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    if (!seen.has(request)) calls.push(describe(request, services));
    seen.add(request);
  };
  subscribe(channel, onStart);
  try {
    await run();
  } finally {
    unsubscribe(channel, onStart);
  }
  return calls;
};

const describe = (request: ClientRequest, services: Readonly<Record<string, string>>): RecordedCall => {
  const target = request.getHeader('x-amz-target');
  if (typeof target === 'string') {
    const [service = '', operation = ''] = target.split('.');
    return { service: service.startsWith('DynamoDB') ? 'dynamodb' : service, operation };
  }
  const origin = `${request.protocol}//${request.getHeader('host')}`;
  const path = request.path.replace(/\?.*$/, '').replace(/_[A-Za-z0-9]{12,}/g, '_…');
  return { service: services[origin] ?? origin, operation: `${request.method} ${path}` };
};
