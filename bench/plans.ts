import { planRoute, type RouteFacts } from '../lib/routing/plan-route.ts';
import { validateRule } from '../lib/routing/validate-rule.ts';
import type { Account } from '../lib/types/capabilities.ts';
import { cardBrands } from '../lib/types/card.ts';
import { currencies } from '../lib/types/currency.ts';
import type { PublishedRule } from '../lib/types/routing.ts';

const required_per_s = 500_000;
const plans = 200_000;
const runs = 9;

/** Plan decisions per second on one core: 3 targets, 10 overrides, of which one names a card brand and so asks for a second plan each time. */
const main = (): void => {
  const accounts = ['stripe', 'adyen', 'checkout_com'].map(accountOf);
  const rule = ruleOf(accounts);
  const payments = Array.from({ length: plans }, (_, index) => paymentOf(index));
  const rates = Array.from({ length: runs }, () => rateOf(rule, accounts, payments)).sort((a, b) => a - b);
  const median = rates[Math.floor(runs / 2)] ?? 0;
  const rounded = (rate = 0) => Math.round(rate).toLocaleString('en');
  console.log(
    `${rounded(median)} plan decisions/s on one core (median of ${runs} × ${rounded(plans)}; ${rounded(rates[0])} … ${rounded(rates.at(-1))}), required ${rounded(required_per_s)}`,
  );
  if (median < required_per_s) process.exitCode = 1;
};

const rateOf = (
  rule: PublishedRule,
  accounts: readonly Account[],
  payments: readonly RouteFacts[],
): number => {
  let planned = 0;
  const start = performance.now();
  for (const payment of payments) planned += planRoute(rule, accounts, payment).plan.length;
  const seconds = (performance.now() - start) / 1000;
  if (planned < payments.length) throw new Error('a payment got no plan: the figure would be of nothing');
  return payments.length / seconds;
};

const accountOf = (id: string): Account => ({
  id,
  psp: id,
  capabilities: {
    // Long lists, as real adapters declare them: `'all'` would leave out the dearest look-up.
    amounts: {
      currencies,
      exponents: { isk: 2 },
      multiples: { kwd: 10 },
      minima: { eur: 50 },
      maximum: 999_999_999,
    },
    brands: cardBrands,
    card: true,
    psp_token: true,
    three_d_secure: true,
    capture: { manual: true, partial: true },
    idempotency: { kind: 'all_answers', window_ms: 86_400_000 },
    look_up: { lag_ms: 0 },
    fence: null,
    refund: { result: 'synchronous', look_up: true },
  },
});

const ruleOf = (accounts: readonly Account[]): PublishedRule => {
  const targets = [
    { psp: 'stripe', weight: 70 },
    { psp: 'adyen', weight: 30 },
    { psp: 'checkout_com', weight: 5 },
  ];
  const regions = ['US', 'BR', 'JP', 'IN', 'MX', 'CA', 'AU', 'PL', 'SE'];
  const input = {
    name: 'default',
    targets,
    overrides: [
      { when: { currency: ['usd', 'cad'], amount: { gte: 10_000 }, card_brand: ['amex'] }, targets },
      ...regions.map((country, index) => ({
        when: { country: [country], amount: { gte: 1000 * (index + 1) } },
        targets: targets.toReversed(),
      })),
    ],
  };
  const validation = validateRule(input, accounts);
  if (!validation.ok) throw new Error(validation.problem.message);
  return { ...validation.rule, version: 1, created: 1_763_630_000 };
};

const paymentOf = (index: number): RouteFacts => ({
  session: `cs_${Array.from({ length: 26 }, () => '0123456789abcdefghjkmnpqrstvwxyz'[Math.floor(Math.random() * 32)]).join('')}`,
  amount: 100 + Math.floor(Math.random() * 50_000) * 10,
  currency: ['eur', 'usd', 'gbp', 'jpy', 'kwd'][index % 5] ?? 'eur',
  country: ['DE', 'US', 'GB', 'JP', 'SE', 'FR'][index % 6],
  capture_method: 'automatic',
});

main();
