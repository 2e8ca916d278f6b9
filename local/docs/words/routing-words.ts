import { conditionWords } from './condition-words.ts';
import { ruleWords } from './rule-words.ts';
import type { Words } from './words.ts';

const failover = {
  on: 'Definite outcomes after which the next PSP is tried. `not_sent` always allows it; an outcome that is not known never does.',
  max_attempts: 'How many PSPs a confirm tries at most.',
  attempt_timeout_ms: 'How long one PSP may take.',
};

const health = {
  mode: '`observe`: its sessions count for the health of PSPs. `steer`: they are also drawn away from a sick one. `off`: neither.',
  max_shift: 'How many percentage points of its sessions may be drawn elsewhere, at most.',
  min_share: 'The percentage points of its sessions that a sick PSP keeps at least, if it had so many.',
};

const inForce = {
  object: 'Always `routing.rule`.',
  version: 'The version in which this rule last changed.',
  created: 'When that was, Unix seconds.',
};

export const routingWords: Words = {
  RoutingTarget: {
    '': 'A PSP account and its share.',
    psp: 'The id of the account.',
    weight: 'Its share among the weights of the rule; 0: for failover only. At least one must be above 0.',
  },
  RoutingOverride: {
    '': 'Targets for payments that meet a condition.',
    when: 'The condition.',
    targets: 'The targets in place of those of the rule.',
  },
  OverrideCondition: { '': 'Everything present must hold.', ...conditionWords },
  UpdateFailover: { '': 'When another PSP is tried, and how long.', ...failover },
  Failover: { '': 'When another PSP is tried, and how long.', ...failover },
  UpdateHealthPolicy: { '': 'Whether new sessions are drawn away from a PSP that is sick.', ...health },
  HealthPolicy: { '': 'Whether new sessions are drawn away from a PSP that is sick.', ...health },
  RoutingRule: {
    '': 'A rule in force.',
    ...ruleWords,
    failover: 'When another PSP is tried, and how long.',
    ...inForce,
  },
  RoutingRuleList: {
    '': 'The rules in force.',
    object: 'Always `list`.',
    data: 'One entry for each rule, by name.',
  },
  PublishedRoutingRule: {
    '': 'The rule as it was published, or in a dry run would be.',
    ...ruleWords,
    failover: 'When another PSP is tried, and how long.',
    ...inForce,
    changed: 'False if the rule equals the one in force; then nothing was published.',
    dry_run: 'Present in the answer to a dry run.',
    previous: 'The rule it replaces, or null. In the answer to a dry run only.',
    deployment: 'How the rule comes into force; null in a dry run that would start a deployment.',
  },
  Deployment: {
    '': 'The roll-out of a rule.',
    state: '`deploying`: in force everywhere within 30 seconds. `active`: it is.',
    number: 'The number of the deployment.',
  },
};
