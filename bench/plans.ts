import { hmacSha256 } from '../lib/http/hmac-sha256.ts';
import { planRoute } from '../lib/routing/plan-route.ts';
import type { RouteFacts } from '../lib/routing/route-facts.ts';
import { validateRule } from '../lib/routing/validate-rule.ts';
import type { Account } from '../lib/types/capabilities.ts';
import { cardBrands } from '../lib/types/card.ts';
import { currencies } from '../lib/types/currency.ts';
import type { PublishedRule } from '../lib/types/routing.ts';
import { thousands } from './support/print-table.ts';
import { median } from './support/statistics.ts';

/** A decision may take at most this many times as long as the reference next to it. */
const allowed_ratio = 1.25;
const plans = 200_000;
const runs = 9;

/**
 * Plan decisions on one core: 3 targets, 10 overrides, of which one names a card brand and so asks for a second plan each time. In turns with them,
 * work that each session needs in any case: one HMAC-SHA256 over its id, which signs its client secret. The rate depends on the machine.
 */
const main = (): void => {
  const accounts = ['stripe', 'adyen', 'checkout_com'].map(accountOf);
  const rule = ruleOf(accounts);
  const payments = Array.from({ length: plans }, (_, index) => paymentOf(index));
  const key = new Uint8Array(32).fill(1);
  const plan = (payment: RouteFacts) => planRoute(rule, accounts, payment).plan.length;
  const sign = ({ session }: RouteFacts) => hmacSha256(key).update(session).digest().length;
  const rounds = Array.from({ length: runs }, () => ({
    plan: timeOf(payments, plan),
    reference: timeOf(payments, sign),
  }));
  const ratio = median(rounds.map((round) => round.plan / round.reference));
  const per_s = median(rounds.map((round) => (plans / round.plan) * 1_000));
  console.log(
    `a plan decision takes ${ratio.toFixed(2)} of an HMAC-SHA256 (median of ${runs} × ${thousands(plans)} in turns), at most ${allowed_ratio}; ${thousands(Math.round(per_s))} decisions/s on one core here`,
  );
  if (ratio > allowed_ratio) process.exitCode = 1;
};

/** Milliseconds of processor time. */
const timeOf = (payments: readonly RouteFacts[], run: (payment: RouteFacts) => number): number => {
  let results = 0;
  const start = process.cpuUsage();
  for (const payment of payments) results += run(payment);
  const { user, system } = process.cpuUsage(start);
  if (results < payments.length) throw new Error('a payment got nothing: the figure would be of nothing');
  return (user + system) / 1_000;
};

const accountOf = (id: string): Account => ({
  id,
  psp: id,
  capabilities: {
    // Long lists, as real adapters declare them: `'all'` would skip the most expensive look-up.
    amounts: {
      currencies,
      exponents: { isk: 2 },
      multiples: { kwd: 10 },
      minima: { eur: 50 },
      maximum: 999_999_999,
    },
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
