import type { Example } from './example.ts';

const rule = {
  name: 'eu_cards',
  targets: [
    { psp: 'stripe', weight: 70 },
    { psp: 'adyen', weight: 30 },
    { psp: 'checkout_com', weight: 0 },
  ],
  overrides: [
    { when: { currency: ['usd'], amount: { gte: 10_000 } }, targets: [{ psp: 'adyen', weight: 1 }] },
  ],
};

export const routingStory: readonly Example[] = [
  { name: 'rules_in_force', operation: 'listRoutingRules', summary: 'The rules in force', status: 200 },
  {
    name: 'rule_in_force',
    operation: 'retrieveRoutingRule',
    summary: 'The rule `default`',
    path: () => ({ name: 'default' }),
    status: 200,
  },
  {
    name: 'rule_tried',
    operation: 'updateRoutingRules',
    summary: 'See what it would do',
    body: () => ({ ...rule, dry_run: true }),
    status: 200,
  },
  {
    name: 'rule_backtested',
    operation: 'updateRoutingRules',
    summary: 'See what it would have done to recent sessions',
    body: () => ({ ...rule, dry_run: true, backtest: { sessions: 1_000 } }),
    status: 200,
  },
  {
    name: 'backtest',
    operation: 'retrieveBacktest',
    summary: 'There was no session of this rule yet',
    path: (told) => ({ id: told('rule_backtested').backtest.id }),
    status: 200,
  },
  {
    name: 'rule_published',
    operation: 'updateRoutingRules',
    summary: 'Publish it, if there is none of this name',
    body: () => ({ ...rule, version: 0, note: 'dollars above 100 go to adyen' }),
    status: 200,
  },
  {
    name: 'rule_refused',
    operation: 'updateRoutingRules',
    summary: 'A rule that could charge twice is refused',
    body: () => ({ ...rule, failover: { on: ['unknown'] } }),
    status: 400,
  },
  {
    name: 'rule_conflict',
    operation: 'updateRoutingRules',
    summary: 'Somebody was faster',
    body: () => ({ ...rule, targets: [{ psp: 'adyen', weight: 1 }], overrides: [], version: 0 }),
    status: 409,
  },
  {
    name: 'rule_changed',
    operation: 'updateRoutingRules',
    body: () => ({ ...rule, overrides: [], version: 1, note: 'dollars like everything else' }),
    status: 200,
  },
  {
    name: 'rule_versions',
    operation: 'listRoutingRuleVersions',
    summary: 'Who changed it, and what',
    path: () => ({ name: 'eu_cards' }),
    status: 200,
  },
  {
    name: 'rule_version',
    operation: 'retrieveRoutingRuleVersion',
    summary: 'One version',
    path: () => ({ name: 'eu_cards', version: '2' }),
    status: 200,
  },
  {
    name: 'rule_rolled_back',
    operation: 'rollBackRoutingRule',
    summary: 'Back to the first version',
    path: () => ({ name: 'eu_cards' }),
    body: () => ({ to: 1, note: 'adyen is cheaper there' }),
    status: 200,
  },
  {
    name: 'rule_not_a_draft',
    operation: 'approveRoutingRuleVersion',
    summary: 'Only a draft can be approved',
    path: () => ({ name: 'eu_cards', version: '3' }),
    body: () => ({}),
    status: 409,
  },
];
