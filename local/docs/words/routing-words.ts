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
  HealthVerdict: {
    '': 'How PSPs do, and what rules that steer do about it.',
    object: 'Always `routing.health`.',
    version:
      'Rises when a state or a weight changes. `routing.health.version` of a session names the one it was planned under.',
    computed_at: 'Unix seconds; the end of what was counted. Null before anything was.',
    strata: 'One entry for each PSP account and currency.',
  },
  HealthStratum: {
    '': 'One PSP account in one currency.',
    psp: 'The id of the account.',
    currency:
      'Lowercase ISO 4217 code; null for all currencies that are too rare to be judged by themselves.',
    brand: 'Always null: the brand is not known when a session is planned.',
    state:
      '`suspect`: it fell, and so may others have. `sick`: rules that steer keep a rest of its weight. `recovering`: half of it.',
    signal:
      '`technical`: it does not work. `approval`: it approves less. The one with the most evidence; the figures are about it.',
    rate: 'The share of good outcomes since it fell, or since its last step back; otherwise its baseline.',
    baseline: 'The same over about three hours before.',
    interval: 'The 95 % interval of `rate`.',
    n: 'How many outcomes since it fell.',
    evidence:
      'How much likelier a fall is than none (natural logarithm); while its weight is shifted, how much likelier a recovery.',
    weight_factor: 'The share of its weight that rules that steer leave it, within their limits.',
    until: 'Unix seconds of its next step back at the earliest; null at full weight.',
  },
  RoutingRule: {
    '': 'A rule in force.',
    ...ruleWords,
    failover: 'When another PSP is tried, and how long.',
    ...inForce,
    candidate: 'A newer version that a part of its sessions are planned by. Only during a rollout.',
  },
  RoutingCandidate: {
    '': 'A version that is being rolled out.',
    rule: 'The rule as this version has it.',
    percent: 'Of the sessions.',
    salt: "Decides, with a session's id, which of the two versions plans it. The same over all steps.",
  },
  CandidateRule: {
    '': 'A version of a rule that is being rolled out.',
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
    '': 'The rule as it is in force then, or in a dry run would be.',
    ...ruleWords,
    failover: 'When another PSP is tried, and how long.',
    ...inForce,
    candidate: 'The version that is being rolled out beside it, if one is.',
    changed: 'False if the rule equals the one in force; then nothing was published.',
    state:
      '`published`, or `draft` where another API key has to approve it first. Not in the answer to a dry run.',
    dry_run: 'Present in the answer to a dry run.',
    previous: 'The rule it replaces, or null. In the answer to a dry run only.',
    backtest: 'What it would have done to recent sessions, if that was asked for.',
    deployment:
      'How the rule comes into force; null for a draft, and in a dry run that would start a deployment.',
  },
  RoutingRuleContent: {
    '': 'A rule, as it can be published again.',
    ...ruleWords,
    failover: 'When another PSP is tried, and how long.',
  },
  RoutingRuleVersion: {
    '': 'One version of a rule.',
    object: 'Always `routing.rule_version`.',
    rule: 'The name of the rule.',
    version: 'Its number, counted for each rule by itself.',
    state:
      '`draft`: not in force. `published`: in force, within 30 seconds; during a rollout for a part of the sessions. `superseded`: a later one replaced it. `rolled_back`: it was taken back, by a rollback, by the guard or the end of its rollout, or because AppConfig saw its alarm.',
    document: 'The rule, as it can be published again.',
    author: 'Who wrote it; null for a version from before versions were kept.',
    approved: 'Who approved it, if somebody had to.',
    note: 'Why, in the words of the author.',
    created: 'When it was written, Unix seconds.',
    diff: 'What it changed in the version that was in force when it was written.',
    rollout: 'How it comes into force by parts, if it does.',
  },
  Rollout: {
    '': 'How a version comes into force by parts.',
    percent:
      'Of the sessions: 0 once it was taken back, 100 once it is complete. Before it begins, what it begins with.',
    then: 'The steps that are left.',
    after_s: 'How many seconds each step lasts; null without steps.',
    guard: 'What takes it back by itself; null without a guard.',
    since: 'When `percent` came into force, Unix seconds; null before it begins.',
    changed: 'What made `percent` what it is; null before it begins.',
  },
  RolloutGuard: {
    '': 'Takes a version back by itself if fewer first attempts are approved, once the difference is real.',
    approval_drop_pp: 'By how many percentage points fewer than with the rule in force, at the same time.',
    observed: 'What was counted so far, about a minute behind.',
  },
  GuardObserved: {
    '': 'What the guard has seen.',
    control: 'Of the rule in force.',
    candidate: 'Of the version that is being rolled out.',
    evidence:
      'How much more likely it is that the candidate is worse than that it is as good (natural logarithm). It is taken back at 4.6, odds of 100 to 1.',
  },
  GuardedArm: {
    '': 'First attempts by card of one arm.',
    attempts:
      'Those that say something: approved, refused by the issuer or failed at the PSP. What is about the card itself is left out.',
    approved: 'Those that were approved.',
  },
  RolloutChange: {
    '': 'A change of the share of a rollout.',
    cause:
      '`asked`: a call. `step`: its time had come. `guard`: the guard took it back. `rollback`: a rollback took its place. `reverted`: AppConfig saw its alarm.',
    key: 'The id of the API key; null for what happened by itself.',
    at: 'When, Unix seconds.',
  },
  Backtest: {
    '': 'What recent sessions of a rule would have become under a proposed one.',
    object: 'Always `routing.backtest`.',
    id: 'Its id.',
    state:
      '`running`: it goes on. `done`: it is complete. `refused`: it is complete, and too little is known to say how many payments would be approved.',
    rule: 'The name of the rule.',
    asked: 'How many sessions were asked for.',
    sessions: 'How many were planned again, so far. At most ten times as many are looked at.',
    effective: 'How many plain first attempts say as much about the approval as these.',
    shares: 'Where sessions began, and where they would have begun, by override of the proposed rule.',
    moved: 'Sessions that would have begun at another PSP.',
    no_psp: 'Sessions that no PSP could have taken.',
    dead_overrides: 'Overrides of the proposed rule, by index, that matched none of the sessions.',
    approval: 'How many first attempts would be approved; null if that is not known.',
    approval_refused:
      'Why it is not known. `sample_too_small`: `effective` is under 1,000. `psp_not_seen`: over 1 % would go to a PSP that took no such session. `not_as_drawn`: over 1 % of first attempts did not go to the PSP that was drawn.',
  },
  BacktestShare: {
    '': 'The share of one PSP under one override.',
    psp: 'The PSP account.',
    override: 'The index of the override in the proposed rule; null for the targets of the rule itself.',
    before: 'Sessions of this override that began at this PSP, of all sessions: 0 to 1.',
    after: 'Those that would have begun there.',
  },
  MovedSessions: {
    '': 'Sessions that would have begun at another PSP.',
    count: 'How many.',
    examples: 'At most ten of them.',
  },
  MovedSession: {
    '': 'A session that would have begun at another PSP.',
    session: 'Its id.',
    from: 'The PSP it began at; null if there was none.',
    to: 'The PSP it would have begun at; null if there is none.',
    override: 'The index of the override of the proposed rule that applies; null if none does.',
  },
  ExpectedApproval: {
    '': 'The share of first attempts that would be approved.',
    estimate: '0 to 1.',
    interval: 'It lies between these two with 95 % confidence.',
  },
  RoutingRuleVersionList: {
    '': 'Versions of a rule.',
    object: 'Always `list`.',
    data: 'The newest first.',
    has_more: 'Whether there are older ones.',
  },
  RuleDifference: {
    '': 'A field in which two versions differ.',
    path: 'Where it is, as `overrides[0].when.currency`.',
    before: 'What it was; null if it was not there.',
    after: 'What it is; null if it is not there any more.',
  },
  RuleAuthor: {
    '': 'Who wrote a version.',
    key: 'The id of the API key, as the list of keys shows it.',
    user: 'The person, if one is known.',
  },
  RuleApproval: {
    '': 'Who approved a version.',
    key: 'The id of the API key.',
    at: 'When, Unix seconds.',
  },
  Deployment: {
    '': 'The roll-out of a rule.',
    state: '`deploying`: in force everywhere within 30 seconds. `active`: it is.',
    number: 'The number of the deployment.',
  },
};
