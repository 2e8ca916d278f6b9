import { ApiError } from '../types/api-error.ts';
import type { Author } from '../types/audit-entry.ts';
import type { RenderedResponse } from '../types/records.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { findStoredResponse } from '../types/seen-before.ts';
import type { StoredResponse, WebhookEndpoint, WebhookStore } from '../types/webhook.ts';
import type { EndpointPorts } from './webhook-ports.ts';

const maxRounds = 5;

type Replay = Extract<Result, { readonly replay: RenderedResponse }>;

export type Changed = {
  readonly endpoints: readonly WebhookEndpoint[];
  readonly answer: RenderedResponse;
  /** The id of an endpoint. */
  readonly target: string;
};

/**
 * All changes of endpoints by callers go through this function. `decide` computes the new endpoints and the response from all current ones, and is
 * run again if another write came first. The response and the caller are stored in the same write.
 */
export const changeEndpoints = async (
  { store, by }: Pick<EndpointPorts, 'store' | 'by'>,
  asked: Idempotency | undefined,
  decide: (endpoints: readonly WebhookEndpoint[]) => Changed,
): Promise<Replay> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const before = await findStoredResponse(store, asked);
    if (before) return before;
    const { rev, endpoints } = await store.endpoints();
    const changed = decide(endpoints);
    const act = { ...by, target: changed.target };
    const beside = { remembered: remembered(asked, changed.answer), act };
    if (await store.replaceEndpoints(rev, changed.endpoints, beside))
      return { replay: changed.answer, first: true };
  }
  throw contended();
};

/** Changes one endpoint if it still exists. Nothing is written if `change` returns it unchanged. With `by`, the change is in the audit trail. */
export const changeEndpoint = async (
  { store }: Pick<EndpointPorts, 'store'>,
  id: string,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
  by?: Author,
): Promise<void> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const { rev, endpoints } = await store.endpoints();
    const found = endpoints.find((endpoint) => endpoint.id === id);
    const after = found && change(found);
    if (found === undefined || after === undefined || after === found) return;
    const changed = endpoints.map((endpoint) => (endpoint === found ? after : endpoint));
    if (await store.replaceEndpoints(rev, changed, { act: by && { ...by, target: id } })) return;
  }
  throw contended();
};

/** The response to a call that has no other record: always the first one under the caller's key. */
export const respondOnce = async (
  store: WebhookStore,
  asked: Idempotency | undefined,
  run: () => Promise<RenderedResponse>,
): Promise<Replay> => {
  const before = await findStoredResponse(store, asked);
  if (before) return before;
  const response = await run();
  const kept = remembered(asked, response);
  if (kept === undefined || (await store.storeResponse(kept))) return { replay: response, first: true };
  return (await findStoredResponse(store, asked)) ?? { replay: response, first: true };
};

/** Throws `resource_missing`. */
export const endpointOf = (
  endpoints: readonly WebhookEndpoint[],
  id: string,
  param = 'id',
): WebhookEndpoint => {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (found) return found;
  throw new ApiError('resource_missing', `No webhook endpoint has the id "${id.slice(0, 64)}".`, { param });
};

const remembered = (asked: Idempotency | undefined, response: RenderedResponse): StoredResponse | undefined =>
  asked && { key: asked.key, hash: asked.hash, answer: response };

const contended = (): ApiError =>
  new ApiError(
    'storage_unavailable',
    'Other calls are changing the webhook endpoints right now. Try again.',
    {
      retry_after: 1,
    },
  );
