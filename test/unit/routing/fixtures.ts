import type { RouteFacts } from '../../../lib/routing/route-facts.ts';
import type { Account, Capabilities } from '../../../lib/types/capabilities.ts';
import { cardBrands } from '../../../lib/types/card.ts';
import type { PublishedRule, RoutingTarget } from '../../../lib/types/routing.ts';

const capabilities: Capabilities = {
  amounts: { currencies: 'all', exponents: {}, multiples: {}, minima: {}, maximum: 999_999_999 },
  brands: cardBrands,
  card: true,
  card_without_cvc: true,
  psp_token: true,
  wallets: [],
  three_d_secure: true,
  requests_challenge: true,
  network_transaction_id: false,
  statement_descriptor: null,
  capture: { manual: true, partial: true },
  idempotency: { kind: 'all_answers', window_ms: 86_400_000 },
  look_up: { lag_ms: 0 },
  cancel_by_reference: null,
  refund: { result: 'synchronous', look_up: true },
};

/** An account that takes everything, but for what `changes` say. */
export const account = (id: string, changes: Partial<Capabilities> = {}): Account => ({
  id,
  psp: id,
  capabilities: { ...capabilities, ...changes },
});

export const accountsOf = (...ids: string[]): Account[] => ids.map((id) => account(id));

export const targetsOf = (weights: Readonly<Record<string, number>>): RoutingTarget[] =>
  Object.entries(weights).map(([psp, weight]) => ({ psp, weight }));

export const rule = (
  weights: Readonly<Record<string, number>>,
  overrides: PublishedRule['overrides'] = [],
): PublishedRule => ({
  name: 'default',
  version: 7,
  created: 1_763_630_000,
  targets: targetsOf(weights),
  failover: { on: ['psp_unavailable'], max_attempts: 3, attempt_timeout_ms: 8000 },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides,
});

export const facts = (session: string, changes: Partial<RouteFacts> = {}): RouteFacts => ({
  session,
  amount: 2599,
  currency: 'eur',
  capture_method: 'automatic',
  ...changes,
});

/** Session ids as the service makes them, the same in every run. */
export const sessionIds = (count: number, seed: number): string[] => {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => {
    let id = 'cs_';
    for (let place = 0; place < 26; place++)
      id += '0123456789abcdefghjkmnpqrstvwxyz'[Math.floor(random() * 32)];
    return id;
  });
};

// Taken out once: under the test runner each look-up of a global is slow.
const { imul } = Math;

export const mulberry32 = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};
