import type { RoutingRule, RulesDocument } from '../../../lib/types/routing.ts';

const failover = {
  on: ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error', 'not_supported'],
  max_attempts: 3,
  attempt_timeout_ms: 15_000,
} as const satisfies RoutingRule['failover'];

/** A document with the rule `default` (Stripe first, the others by failover only) and one rule named after each PSP that names no other. */
export const rulesOf = (changes: Partial<RoutingRule['failover']> = {}): RulesDocument => {
  const rules = [
    rule('default', { stripe: 1, adyen: 0, checkout_com: 0 }),
    ...psps.map((psp) => rule(psp, { [psp]: 1 })),
  ];
  return {
    rules: Object.fromEntries(
      rules.map((one) => [
        one.name,
        { ...one, failover: { ...failover, ...changes }, version: 1, created: 1_700_000_000 },
      ]),
    ),
  };
};

export const psps = ['stripe', 'adyen', 'checkout_com'] as const;

export type PspId = (typeof psps)[number];

/** A rule with these weights by PSP. */
export const rule = (name: string, weights: Readonly<Record<string, number>>): RoutingRule => ({
  name,
  targets: Object.entries(weights).map(([psp, weight]) => ({ psp, weight })),
  failover,
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: [],
});
