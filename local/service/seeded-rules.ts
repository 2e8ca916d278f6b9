import type { RulesDocument } from '../../lib/types/routing.ts';

/** The routing rules of a new local service: nothing is drawn, so that a first payment goes the same way for everybody. `now`: Unix milliseconds. */
export const seededRules = (now: number): RulesDocument => ({
  rules: {
    default: {
      name: 'default',
      targets: [
        { psp: 'stripe', weight: 100 },
        { psp: 'adyen', weight: 0 },
        { psp: 'checkout_com', weight: 0 },
      ],
      failover: {
        on: ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error', 'not_supported'],
        max_attempts: 3,
        attempt_timeout_ms: 8_000,
      },
      health: { mode: 'observe', max_shift: 50, min_share: 0 },
      overrides: [],
      version: 1,
      created: Math.floor(now / 1_000),
    },
  },
});
