import { accountsOf } from './fixtures.ts';

export const accounts = accountsOf('stripe', 'adyen', 'checkout_com');
export const targets = [{ psp: 'stripe', weight: 1 }];
export const full = {
  name: 'default',
  targets: [
    { psp: 'stripe', weight: 70 },
    { psp: 'adyen', weight: 30 },
    { psp: 'checkout_com', weight: 0 },
  ],
  failover: {
    on: ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error', 'not_supported'],
    max_attempts: 3,
    attempt_timeout_ms: 8000,
  },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: [
    {
      when: { currency: ['usd'], amount: { gte: 10_000 }, country: ['US'], card_brand: ['amex'] },
      targets: [{ psp: 'adyen', weight: 1 }],
    },
  ],
};
export const when = (...conditions: object[]) => ({
  name: 'default',
  targets,
  overrides: conditions.map((condition) => ({ when: condition, targets })),
});
export const on = (...conditions: unknown[]) => ({ name: 'default', targets, failover: { on: conditions } });
export const many = <T>(count: number, entry: T) => Array.from({ length: count }, () => entry);
