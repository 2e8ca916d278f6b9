import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../types/capabilities.ts';
import type { RoutingRule } from '../types/routing.ts';
import { invalid, type RuleProblem } from './rule-problem.ts';

type Override = RoutingRule['overrides'][number];

/**
 * The first currency or card brand of an override that none of its targets takes: its payments would find no PSP, although other targets of the rule
 * may take them. An override that is live already is not checked: what an account takes may have changed since, and other changes must not wait for it.
 */
export const problemOfUntaken = (
  { overrides }: RoutingRule,
  live: RoutingRule | undefined,
  accounts: readonly Account[],
): RuleProblem | undefined => {
  for (const [index, override] of overrides.entries()) {
    if (live?.overrides.some((known) => isDeepStrictEqual(known, override))) continue;
    const { when, targets } = override;
    const taking = accounts.filter(({ id }) => targets.some(({ psp }) => psp === id));
    for (const [key, takes] of Object.entries(checks)) {
      const wanted = when[key as keyof typeof checks] ?? [];
      const at = wanted.findIndex((value) => !taking.some((account) => takes(account, value)));
      if (at >= 0)
        return invalid(
          ['overrides', index, 'when', key, at],
          `none of the targets of this override takes ${wanted[at]}, so that such payments would fail`,
        );
    }
  }
  return undefined;
};

const takesCurrency = ({ capabilities }: Account, currency: string): boolean =>
  capabilities.amounts.currencies === 'all' || capabilities.amounts.currencies.includes(currency);

const takesBrand = ({ capabilities }: Account, brand: string): boolean =>
  capabilities.brands.some((taken) => taken === brand);

const checks = { currency: takesCurrency, card_brand: takesBrand } as const satisfies {
  readonly [Key in keyof Override['when']]?: (account: Account, value: string) => boolean;
};
