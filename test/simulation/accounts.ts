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

/** The rules, published anew now and then, and the accounts the processes are configured with. */
export const createAccounts = (world: World, profiles: readonly Profile[], until: number): Accounts => {
  const { time, random, faults } = world;
  const all = profiles.map(({ account }) => account);
  const lacking = all.map((left_out) => all.filter((account) => account !== left_out));
  const versions = Array.from({ length: random.between(1, 4) }, (_, index) => ({
    from: index === 0 ? 0 : time.now() + random.below(until - time.now()),
    rules: drawRules(world, all, index + 1),
  })).sort((a, b) => a.from - b.from);
  return {
    rule: (version) =>
      versions.find(({ rules }) => rules.rules.default?.version === version)?.rules.rules.default,
    seenBy: () => {
      const known = versions.filter(({ from }) => from <= time.now());
      const behind = faults.hits('rules_stale') ? 2 : 1;
      const rules = (known.at(-behind) ?? known[0])?.rules ?? { rules: {} };
      return {
        accounts: faults.hits('account_unconfigured') ? (lacking[random.below(all.length)] ?? all) : all,
        rules,
      };
    },
  };
};

const drawRules = (world: World, accounts: readonly Account[], version: number): RulesDocument => {
  const rule = drawRule(world, accounts, version);
  return { rules: { [rule.name]: rule } };
};

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
