import type { BacktestObject, BacktestShareObject } from '../contract/backtest.ts';
import { type Approval, estimateApproval } from '../routing/backtest/estimate-approval.ts';
import type { Backtest, BacktestTally, KeptBacktest } from '../types/backtest.ts';
import type { RoutingRule } from '../types/routing.ts';
import type { Scope } from '../types/scope.ts';

type ShownBacktest = KeptBacktest &
  Pick<Backtest, 'ended' | 'ended_early'> & { readonly rule: Pick<RoutingRule, 'name' | 'overrides'> };

/** A backtest so far. The expected approval is shown once it has ended, the ids of sessions only to a caller who may read sessions. */
export const renderBacktest = (
  { id, rule, asked, ended, ended_early, tally }: ShownBacktest,
  may: (scope: Scope) => boolean,
): BacktestObject => {
  const approval = estimateApproval(tally.approval);
  const refused = refusalOf(approval, ended_early);
  const { sessions, moved, examples, no_psp } = tally;
  return {
    object: 'routing.backtest',
    id,
    state: stateOf(ended, refused !== null),
    rule: rule.name,
    asked,
    sessions,
    effective: Math.floor(approval.effective),
    shares: sharesOf(tally),
    moved: {
      count: moved,
      examples: examples.map((moved) => (may('checkout:read') ? moved : { ...moved, session: null })),
    },
    no_psp,
    dead_overrides: [...rule.overrides.keys()].filter((index) => !tally.matched.includes(index)),
    approval: ended && refused === null ? expectedOf(approval) : null,
    approval_refused: ended ? refused : null,
  };
};

const refusalOf = (approval: Approval, ended_early = false): BacktestObject['approval_refused'] => {
  if (ended_early) return 'ended_early';
  return 'refused' in approval ? approval.refused : null;
};

const expectedOf = (approval: Approval): BacktestObject['approval'] =>
  'refused' in approval ? null : { estimate: approval.estimate, interval: approval.interval };

const stateOf = (ended: boolean, refused: boolean): BacktestObject['state'] => {
  if (!ended) return 'running';
  return refused ? 'refused' : 'done';
};

/** By override, with the rule's own targets last; the largest share first. */
const sharesOf = ({ shares, sessions }: BacktestTally): readonly BacktestShareObject[] =>
  shares
    .map((share) => ({ ...share, before: share.before / sessions, after: share.after / sessions }))
    .sort((a, b) => placeOf(a.override) - placeOf(b.override) || b.after - a.after || b.before - a.before);

const placeOf = (override: number | null): number => override ?? Number.MAX_SAFE_INTEGER;
