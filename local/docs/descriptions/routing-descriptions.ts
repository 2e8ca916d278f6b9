import { conditionDescriptions } from './condition-descriptions.ts';
import type { Descriptions } from './descriptions.ts';
import { ruleDescriptions } from './rule-descriptions.ts';

const failover = {
  on: 'Definite outcomes after which the next PSP is tried. `not_sent` always allows it; an unknown outcome never does.',
  max_attempts: 'The maximum number of PSPs that a confirm tries.',
  attempt_timeout_ms: 'How long one PSP may take.',
};

const health = {
  mode: '`observe`: its sessions count for PSP health. `steer`: they are also steered away from a sick PSP. `off`: neither.',
  max_shift: 'At most how many percentage points of its sessions may be steered elsewhere.',
  min_share: 'The percentage points of its sessions that a sick PSP keeps at least, if it had that many.',
};

const inForce = {
  object: 'Always `routing.rule`.',
  version: 'The version in which this rule last changed.',
  created: 'When that was, in Unix seconds.',
};

export const routingDescriptions: Descriptions = {
  RoutingTarget: {
    '': 'A PSP account and its share.',
    psp: 'The id of the account.',
    weight: 'Its share among the weights of the rule; 0 means failover only. At least one must be above 0.',
  },
  RoutingOverride: {
    '': 'Targets for payments that meet a condition.',
    when: 'The condition.',
    targets: 'The targets that replace the rule’s.',
  },
  OverrideCondition: { '': 'All given conditions must hold.', ...conditionDescriptions },
  UpdateFailover: { '': 'When another PSP is tried, and how long each may take.', ...failover },
  Failover: { '': 'When another PSP is tried, and how long each may take.', ...failover },
  UpdateHealthPolicy: { '': 'Whether new sessions are steered away from a sick PSP.', ...health },
  HealthPolicy: { '': 'Whether new sessions are steered away from a sick PSP.', ...health },
  HealthVerdict: {
    '': 'How PSPs are doing, and what rules that steer do about it.',
    object: 'Always `routing.health`.',
    version:
      'Rises when a state or a weight changes. A session’s `routing.health.version` is the one under which it was planned.',
    computed_at: 'The end of the counted time, in Unix seconds; null until something is counted.',
    strata: 'One entry for each PSP account and currency.',
  },
  HealthStratum: {
    '': 'One PSP account in one currency.',
    psp: 'The id of the account.',
    currency: 'Lowercase ISO 4217 code; null for all currencies that are too rare to judge on their own.',
    brand: 'Always null: the brand is not known when a session is planned.',
    state:
      '`suspect`: it fell, but others may have fallen too. `sick`: rules that steer leave it a small part of its weight. `recovering`: half of it.',
    signal:
      '`technical`: it does not work. `approval`: it approves less. The signal with the most evidence, which the figures measure.',
    rate: 'The share of good outcomes since it fell, or since its last step back; otherwise its baseline.',
    baseline: 'The share over about three hours before.',
    interval: 'The 95 % interval of `rate`.',
    n: 'The number of outcomes since it fell.',
    evidence:
      'How much likelier a fall is than no fall (natural logarithm); while its weight is reduced, how much likelier a recovery is.',
    weight_factor: 'The part of its weight that it keeps in rules that steer, within their limits.',
    until: 'The earliest time of its next step back, in Unix seconds; null at full weight.',
  },
  RoutingPsp: {
    '': 'A PSP account as a target of rules.',
    id: 'The id of the account.',
    object: 'Always `routing.psp`.',
    state: '`open`: the rules decide. `closed`: it gets no new attempt, in force within 20 seconds.',
    revision: 'Rises by 1 with each change; 0 for an account that was never changed.',
    note: 'Why it was changed last; null if never.',
    by: 'The id of the API key that changed it last; null if never.',
    changed: 'When that was, in Unix seconds; null if never.',
  },
  RoutingPspList: {
    '': 'The configured PSP accounts.',
    object: 'Always `list`.',
    data: 'One entry for each account.',
  },
  RoutingRule: {
    '': 'A live rule.',
    ...ruleDescriptions,
    failover: 'When another PSP is tried, and how long each may take.',
    ...inForce,
    candidate: 'A newer version that plans part of its sessions. Only during a rollout.',
  },
  RoutingCandidate: {
    '': 'A version that is being rolled out.',
    rule: 'The rule as this version has it.',
    percent: 'Its share of the sessions, in percent.',
    salt: "Decides, together with a session's id, which of the two versions plans it. It is the same for all steps.",
  },
  CandidateRule: {
    '': 'A version of a rule that is being rolled out.',
    ...ruleDescriptions,
    failover: 'When another PSP is tried, and how long each may take.',
    ...inForce,
  },
  RoutingRuleList: {
    '': 'The live rules.',
    object: 'Always `list`.',
    data: 'One entry for each rule, by name.',
  },
  PublishedRoutingRule: {
    '': 'The rule as it is then live or, in a dry run, would be.',
    ...ruleDescriptions,
    failover: 'When another PSP is tried, and how long each may take.',
    ...inForce,
    candidate: 'The version that is being rolled out next to it, if any.',
    changed: 'False if the rule equals the live one; nothing was published then.',
    state:
      '`published`, or `draft` if another API key has to approve it first. Not in the answer to a dry run.',
    dry_run: 'Present in the answer to a dry run.',
    previous: 'The rule it replaces, or null. Only in the answer to a dry run.',
    backtest: 'What it would have done to recent sessions, if requested.',
    deployment: 'How the rule goes live; null for a draft, and in a dry run that would start a deployment.',
  },
  DeletedRoutingRule: {
    '': 'A rule that is deleted.',
    ...inForce,
    name: 'The name of the rule.',
    deleted: 'Always true.',
    changed: 'Always true.',
    state: '`published`, or `draft` if another API key has to approve it first.',
    deployment: 'How the rules without it go live; null for a draft.',
  },
  RoutingRuleContent: {
    '': 'A rule, in the form in which it can be published again.',
    ...ruleDescriptions,
    failover: 'When another PSP is tried, and how long each may take.',
  },
  RoutingRuleVersion: {
    '': 'One version of a rule.',
    object: 'Always `routing.rule_version`.',
    rule: 'The name of the rule.',
    version: 'Its number. Each rule has its own count.',
    state:
      '`draft`: not live. `published`: live within 30 seconds; during a rollout, for part of the sessions. `superseded`: replaced by a later one. `rolled_back`: withdrawn by a rollback, by the guard or the end of its rollout, or by AppConfig after an alarm.',
    document:
      'The rule, in the form in which it can be published again; null if the version deletes the rule.',
    author: 'Who wrote it; null for a version that is older than version keeping.',
    approved: 'Who approved it, if approval was required.',
    note: 'Why it was written, in the author’s words.',
    backtest:
      'The last backtest of exactly this content that had ended when it was published, without ids of sessions. Null if there was none in the 30 days before.',
    created: 'When it was written, in Unix seconds.',
    diff: 'What it changed in the version that was live when it was written.',
    rollout: 'Its rollout in steps, if it has one.',
  },
  Rollout: {
    '': 'The rollout of a version in steps.',
    percent:
      'Share of the sessions: 0 once it was withdrawn, 100 once it is complete. Before it starts, the first share.',
    then: 'The remaining steps.',
    after_s: 'How many seconds each step lasts; null without steps.',
    guard: 'What withdraws it automatically; null without a guard.',
    since: 'When `percent` went live, in Unix seconds; null before it starts.',
    changed: 'What set `percent`; null before it starts.',
  },
  RolloutGuard: {
    '': 'Withdraws a version automatically if fewer first attempts are approved, once the difference is statistically clear.',
    approval_drop_pp: 'By how many percentage points fewer than with the live rule, over the same time.',
    observed: 'The counts so far, about a minute behind.',
  },
  GuardObserved: {
    '': 'What the guard has seen.',
    control: 'The live rule.',
    candidate: 'The version that is being rolled out.',
    evidence:
      'How much likelier it is that the candidate is worse than that it is as good (natural logarithm). It is withdrawn at 4.6, odds of 100 to 1.',
  },
  GuardedArm: {
    '': 'First card attempts of one arm.',
    attempts:
      'The attempts that count: approved, declined by the issuer or failed at the PSP. Outcomes about the card itself do not count.',
    approved: 'The approved ones among them.',
  },
  RolloutChange: {
    '': 'A change of a rollout’s share.',
    cause:
      '`asked`: a call. `step`: the next step was due. `guard`: the guard withdrew it. `rollback`: a rollback replaced it. `reverted`: AppConfig withdrew it after an alarm.',
    key: 'The id of the API key; null if it happened automatically.',
    at: 'When, in Unix seconds.',
  },
  Backtest: {
    '': 'A replay of a rule’s recent sessions under a proposed rule.',
    object: 'Always `routing.backtest`.',
    id: 'Its id.',
    state:
      '`running`: in progress. `done`: complete. `refused`: over, but too little is known to say how many payments would be approved.',
    rule: 'The name of the rule.',
    asked: 'How many sessions were requested.',
    sessions: 'How many were replayed so far. At most ten times the requested number are examined.',
    effective:
      'The effective sample size: how many unweighted first attempts say as much about approval as these.',
    shares: 'Where sessions started, and where they would have started, by override of the proposed rule.',
    moved: 'Sessions that would have started at another PSP.',
    no_psp: 'Sessions that no PSP could have taken.',
    dead_overrides: 'Overrides of the proposed rule, by index, that matched no session.',
    approval: 'The share of first attempts that would be approved; null if unknown.',
    approval_refused:
      'Why it is unknown. `sample_too_small`: `effective` is under 1,000. `psp_not_seen`: over 1 % would go to a PSP that took no such session. `not_as_drawn`: over 1 % of first attempts did not go to the PSP that was drawn. `ended_early`: not all sessions could be replayed; begin another.',
  },
  BacktestShare: {
    '': 'The share of one PSP under one override.',
    psp: 'The PSP account.',
    override: 'The index of the override in the proposed rule; null for the targets of the rule itself.',
    before: 'Sessions of this override that started at this PSP, as a share of all sessions: 0 to 1.',
    after: 'The share that would have started there.',
  },
  MovedSessions: {
    '': 'Sessions that would have started at another PSP.',
    count: 'How many.',
    examples: 'At most ten of these sessions.',
  },
  MovedSession: {
    '': 'A session that would have started at another PSP.',
    session: 'Its id; null if the API key lacks the scope `checkout:read`.',
    from: 'The PSP where it started; null if there was none.',
    to: 'The PSP where it would have started; null if there is none.',
    override: 'The index of the override of the proposed rule that applies; null if none does.',
  },
  ExpectedApproval: {
    '': 'The share of first attempts that would be approved.',
    estimate: '0 to 1.',
    interval: 'The 95 % confidence interval.',
  },
  RoutingRuleVersionList: {
    '': 'Versions of a rule.',
    object: 'Always `list`.',
    data: 'The versions, newest first.',
    has_more: 'Whether there are older ones.',
  },
  RuleDifference: {
    '': 'A field that differs between two versions.',
    path: 'Where it is, for example `overrides[0].when.currency`.',
    before: 'The old value; null if there was none.',
    after: 'The new value; null if there is none.',
  },
  RuleAuthor: {
    '': 'Who wrote a version.',
    key: 'The id of the API key, as in the list of keys.',
    user: 'The person, if known.',
  },
  RuleApproval: {
    '': 'Who approved a version.',
    key: 'The id of the API key.',
    at: 'When, in Unix seconds.',
  },
  Deployment: {
    '': 'The deployment of a rule.',
    state: '`deploying`: live everywhere within 30 seconds. `active`: live.',
    number: 'The number of the deployment.',
  },
};
