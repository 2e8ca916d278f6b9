import { createHash } from 'node:crypto';
import type { Collection, Journal } from './journal.ts';
import type { IdempotencyRules, KeptAnswer, PspRequest, PspResponse } from './simulated-psp.ts';

type Kept = KeptAnswer & { readonly key: string; readonly hash: string; readonly at: number };

/** What a key means for its request. `run`: execute, `keep` the answer, `release` once the answer is out. */
export type KeyClaim =
  | { readonly kind: 'answer'; readonly answer: PspResponse }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  | {
      readonly kind: 'run';
      readonly keep: (response: PspResponse, body: string | undefined) => void;
      readonly release: () => void;
    };

export type IdempotencyKeys = { readonly claim: (method: string, request: PspRequest) => KeyClaim };

/** One PSP's idempotency keys, by its published rules. Its journal contains the stored answers, but not keys in flight. */
export const createIdempotencyKeys = (
  rules: IdempotencyRules,
  journal: Journal,
  now: () => number,
): IdempotencyKeys => {
  const kept = journal.collection<Kept>('idempotency');
  const inFlight = new Set<string>();
  return {
    claim: (method, request) => {
      const key = rules.keyOf(request);
      if (key === undefined || method !== 'POST') return { kind: 'run', keep: () => {}, release: () => {} };
      const refusal = rules.refusesKey?.(key);
      if (refusal !== undefined) return { kind: 'answer', answer: refusal };
      if (inFlight.has(key)) return { kind: 'answer', answer: rules.inFlight() };
      const hash = createHash('sha256').update(`${request.path}\n${request.body}`).digest('base64url');
      const before = kept.get(key);
      if (before !== undefined && before.at + rules.window_ms > now()) {
        if (before.hash !== hash && rules.otherBody !== undefined)
          return { kind: 'answer', answer: rules.otherBody() };
        return rules.replays === undefined
          ? { kind: 'replay', answer: before }
          : { kind: 'answer', answer: rules.replays(request, before) };
      }
      inFlight.add(key);
      return {
        kind: 'run',
        keep: ({ status, payment, ...response }, body) => {
          if (!rules.keeps({ status, ...response })) return;
          dropOldest(kept, now() - rules.window_ms);
          kept.put(key, { key, hash, at: now(), status, body, payment });
        },
        release: () => inFlight.delete(key),
      };
    },
  };
};

/** Keys are in order of arrival, so the oldest expire first. */
const dropOldest = (kept: Collection<Kept>, before: number) => {
  for (const record of kept.values()) {
    if (record.at >= before) return;
    kept.remove(record.key);
  }
};
