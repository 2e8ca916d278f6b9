import { type Client, createClient } from '../../../clients/server/src/index.ts';
import type { Fault, FaultyProxy, Try } from './faulty-proxy.ts';

const inUse = {
  status: 409,
  code: 'idempotency_key_in_use',
  headers: { 'retry-after': '0', 'should-retry': 'true' },
};

/** Every single way a try can go wrong. */
export const faults: Readonly<Record<string, Fault>> = {
  reset_before: 'reset_before',
  reset_after: 'reset_after',
  stall_head: 'stall_head',
  stall_body: 'stall_body',
  cut_body: 'cut_body',
  half_body: 'half_body',
  bad_gateway_before: { answer: 'before', status: 502 },
  bad_gateway_after: { answer: 'after', status: 502 },
  unavailable_after: { answer: 'after', status: 503, headers: { 'retry-after': '0' } },
  internal_after: { answer: 'after', status: 500, headers: { 'should-retry': 'true' } },
  rate_limited: { answer: 'before', status: 429, headers: { 'retry-after': '0' } },
  in_use_before: { answer: 'before', ...inUse },
  in_use_after: { answer: 'after', ...inUse },
  told_to_retry: { answer: 'after', status: 418, headers: { 'should-retry': 'true' } },
};

/** Pairs and triples of faults, drawn by a fixed seed, after which the fourth try passes. */
export const drawFaults = (count: number, seed: number): readonly (readonly [string, readonly Fault[]])[] => {
  const names = Object.keys(faults).filter((name) => !name.startsWith('stall'));
  let state = seed;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () => {
    const drawn = Array.from({ length: 2 + draw(2) }, () => names[draw(names.length)] ?? '');
    return [drawn.join(' + '), drawn.flatMap((name) => faults[name] ?? [])];
  });
};

/** A client of its own whose first tries meet the faults. Only where an answer never comes does it stop waiting before the platform would. */
export const clientMeeting = (
  proxy: FaultyProxy,
  apiKey: string,
  planned: readonly Fault[],
): { readonly client: Client; readonly tries: readonly Try[] } => {
  const { baseUrl, tries } = proxy.route(...planned);
  const stalls = planned.some((fault) => typeof fault === 'string' && fault.startsWith('stall'));
  const client = createClient({ baseUrl, apiKey, ...(stalls && { attemptTimeoutMs: 10_000 }) });
  return { client, tries };
};
