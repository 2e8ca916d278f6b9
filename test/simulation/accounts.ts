import type { Account } from '../../lib/types/capabilities.ts';
import type { Decline } from '../../lib/types/outcome.ts';
import type { PublishedRule, RulesDocument } from '../../lib/types/routing.ts';
import { steering } from './made-up-verdict.ts';
import type { Profile } from './psp/draw-profile.ts';
import type { World } from './world.ts';

export type Accounts = {
  readonly rule: (version: number) => PublishedRule | undefined;
  /** What a process that starts now knows: perhaps rules of yesterday, perhaps an account less. */
  readonly seenBy: () => { readonly accounts: readonly Account[]; readonly rules: RulesDocument };
};

/** Outcomes a rule may list. */
const listable = [
  'psp_unavailable',
  'rate_limited',
  'processor_error',
  'issuer_unavailable',
  'not_supported',
  'do_not_honor',
] as const satisfies readonly Decline[];

/** From when on the processes that start read these rules. */
type Known = { readonly from: number; readonly rules: RulesDocument };

/**
 * The rules, published anew now and then, at once or step by step, and the accounts the processes are configured with. `rollouts` gets how the rule
 * stood in each step, by the version that was rolled out.
 */
export const createAccounts = (
  world: World,
  profiles: readonly Profile[],
  until: number,
  rollouts: Map<number, readonly PublishedRule[]>,
): Accounts => {
  const { time, random, faults } = world;
  const all = profiles.map(({ account }) => account);
  const lacking = all.map((left_out) => all.filter((account) => account !== left_out));
  const rules = Array.from({ length: random.between(1, 4) }, (_, index) => drawRule(world, all, index + 1));
  const history = drawHistory(world, rules, until, rollouts);
  return {
    rule: (version) => rules.find((rule) => rule.version === version),
    seenBy: () => {
      const known = history.filter(({ from }) => from <= time.now());
      const behind = faults.hits('rules_stale') ? 2 : 1;
      return {
        accounts: faults.hits('account_unconfigured') ? (lacking[random.below(all.length)] ?? all) : all,
        rules: (known.at(-behind) ?? known[0])?.rules ?? { rules: {} },
      };
    },
  };
};

/** Customers come in these. */
const arrivals_ms = 8 * 60_000;

const drawHistory = (
  { random, time }: World,
  [first, ...later]: readonly PublishedRule[],
  until: number,
  rollouts: Map<number, readonly PublishedRule[]>,
): readonly Known[] => {
  if (!first) return [];
  let inForce = first;
  const history: Known[] = [{ from: 0, rules: documentOf(first) }];
  const at = () => time.now() + random.below(random.chance(0.5) ? arrivals_ms : until - time.now());
  const times = later.map(at).sort((a, b) => a - b);
  for (const [index, rule] of later.entries()) {
    const [from = 0, next = until] = times.slice(index);
    const steps = random.chance(0.6) ? drawSteps(random, inForce, rule) : [];
    if (steps.length > 0) rollouts.set(rule.version, steps);
    // Now and then it is stopped.
    if (steps.length === 0 || random.chance(0.7)) inForce = rule;
    const stages = [...steps, inForce];
    for (const [stage, known] of stages.entries())
      history.push({ from: from + ((next - from) * stage) / stages.length, rules: documentOf(known) });
  }
  return history;
};

const drawSteps = (
  random: World['random'],
  control: PublishedRule,
  rule: PublishedRule,
): readonly PublishedRule[] =>
  [random.between(1, 30), random.between(31, 70), random.between(71, 99)]
    .slice(0, random.between(1, 3))
    .map((percent) => ({ ...control, candidate: { rule, percent, salt: `default/${rule.version}` } }));

const documentOf = (rule: PublishedRule): RulesDocument => ({ rules: { [rule.name]: rule } });

const drawRule = ({ random, time }: World, accounts: readonly Account[], version: number): PublishedRule => {
  const targets = accounts
    .filter(() => version === 1 || random.chance(0.85))
    .map(({ id }, index) => ({
      psp: id,
      weight: index === 0 ? random.between(1, 100) : random.below(3) * random.between(0, 50),
    }));
  const some = targets.length === 0 ? accounts.map(({ id }) => ({ psp: id, weight: 1 })) : targets;
  return {
    name: 'default',
    targets: some.some(({ weight }) => weight > 0) ? some : some.map(({ psp }) => ({ psp, weight: 1 })),
    failover: {
      on: listable.filter(() => random.chance(0.6)),
      max_attempts: random.between(1, 4),
      attempt_timeout_ms: random.between(2_000, 9_000),
    },
    health: steering,
    overrides: random.chance(0.3)
      ? [
          {
            when: { amount: { gte: 50_000 } },
            targets: [...some].reverse().map(({ psp }) => ({ psp, weight: 1 })),
          },
        ]
      : [],
    version,
    created: Math.floor(time.now() / 1000),
  };
};
