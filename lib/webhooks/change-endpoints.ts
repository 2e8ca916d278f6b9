import { ApiError } from '../types/api-error.ts';
import type { Answer } from '../types/records.ts';
import type { Idempotency, Result } from '../types/result.ts';
import type { RememberedAnswer, WebhookEndpoint, WebhookStore } from '../types/webhook.ts';

const maxRounds = 5;

type Replay = Extract<Result, { readonly replay: Answer }>;

export type Changed = { readonly endpoints: readonly WebhookEndpoint[]; readonly answer: Answer };

/**
 * The one way to change endpoints on demand: `decide` says from all of them what they become and what is answered, and is asked again if somebody
 * was faster. The answer is remembered in the same write.
 */
export const changeEndpoints = async (
  store: WebhookStore,
  asked: Idempotency | undefined,
  decide: (endpoints: readonly WebhookEndpoint[]) => Changed,
): Promise<Replay> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const before = await answeredBefore(store, asked);
    if (before) return before;
    const { rev, endpoints } = await store.endpoints();
    const changed = decide(endpoints);
    if (await store.replaceEndpoints(rev, changed.endpoints, remembered(asked, changed.answer)))
      return { replay: changed.answer, first: true };
  }
  throw contended();
};

/** Changes one endpoint if it is still there. */
export const changeEndpoint = async (
  store: WebhookStore,
  id: string,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
): Promise<void> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const { rev, endpoints } = await store.endpoints();
    if (!endpoints.some((endpoint) => endpoint.id === id)) return;
    const changed = endpoints.map((endpoint) => (endpoint.id === id ? change(endpoint) : endpoint));
    if (await store.replaceEndpoints(rev, changed)) return;
  }
  throw contended();
};

/** What a call without another record of its own answers, once: the first answer under the caller's key. */
export const answerOnce = async (
  store: WebhookStore,
  asked: Idempotency | undefined,
  run: () => Promise<Answer>,
): Promise<Replay> => {
  const before = await answeredBefore(store, asked);
  if (before) return before;
  const answer = await run();
  const kept = remembered(asked, answer);
  if (kept === undefined || (await store.rememberAnswer(kept))) return { replay: answer, first: true };
  return (await answeredBefore(store, asked)) ?? { replay: answer, first: true };
};

/** The endpoint of this id. Throws `resource_missing`. */
export const endpointOf = (
  endpoints: readonly WebhookEndpoint[],
  id: string,
  param = 'id',
): WebhookEndpoint => {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (found) return found;
  throw new ApiError('resource_missing', `No webhook endpoint has the id "${id.slice(0, 64)}".`, { param });
};

const answeredBefore = async (
  store: WebhookStore,
  asked: Idempotency | undefined,
): Promise<Replay | undefined> => {
  const before = asked && (await store.rememberedAnswer(asked.key));
  if (!before) return undefined;
  if (before.hash !== asked.hash && !asked.older_hashes?.includes(before.hash))
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with another request. Use a new key for a new request.',
    );
  return { replay: before.answer, first: false };
};

const remembered = (asked: Idempotency | undefined, answer: Answer): RememberedAnswer | undefined =>
  asked && { key: asked.key, hash: asked.hash, answer };

const contended = (): ApiError =>
  new ApiError('storage_unavailable', 'The webhook endpoints are being changed by others. Try again.', {
    retry_after: 1,
  });
