import type { GuardedArmObject, GuardObservedObject, RolloutObject } from '../contract/rollout.ts';
import type {
  DeletedRoutingRuleObject,
  PublishedRoutingRuleObject,
  RoutingRuleObject,
} from '../contract/routing-rule.ts';
import type { RoutingRuleVersionObject } from '../contract/routing-rule-version.ts';
import { evidenceOf } from '../routing/guard.ts';
import { defined } from '../types/defined.ts';
import type { Publication, Published } from '../types/publication.ts';
import type { RenderedResponse } from '../types/records.ts';
import type { Guarded, Rollout } from '../types/rollout.ts';
import type { PublishedRule, RoutingRule } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import type { Tally } from '../types/tally.ts';
import type { Reply } from './call.ts';
import { renderBacktest } from './render-backtest.ts';

export const renderRule = ({ version, created, candidate, ...rule }: PublishedRule): RoutingRuleObject => ({
  object: 'routing.rule',
  ...renderContent(rule),
  version,
  created,
  ...(candidate && {
    candidate: {
      rule: renderRule(candidate.rule),
      percent: candidate.percent,
      salt: candidate.salt,
    },
  }),
});

/** A dry run shows what would be published and what that would replace. A deletion is never one. */
export const renderPublication = (
  publication: Publication,
): PublishedRoutingRuleObject | DeletedRoutingRuleObject => {
  const { rule, previous, changed, state, deployment = null } = publication;
  if ('deleted' in rule) {
    const { name, version, created, deleted } = rule;
    const shown = { object: 'routing.rule', name, version, created, deleted, changed } as const;
    return { ...shown, state: state ?? 'published', deployment };
  }
  const dry = { dry_run: true, previous: previous ? renderRule(previous) : null } as const;
  return { ...renderRule(rule), changed, ...(state === undefined ? dry : { state }), deployment };
};

export const publishedReply = (published: Published): Reply =>
  'replay' in published ? published : { json: renderPublication(published.publication) };

/** The result of a publish, as stored under an idempotency key. */
export const publicationResponse = (publication: Publication): RenderedResponse => ({
  status: 200,
  body: JSON.stringify(renderPublication(publication)),
});

/** `document` contains the fields that a caller may publish again. */
export const renderRuleVersion = (version: RuleVersion): RoutingRuleVersionObject => {
  const { author, approved, rollout } = version;
  return {
    object: 'routing.rule_version',
    rule: version.rule,
    version: version.version,
    state: version.state,
    document: version.document && renderContent(version.document),
    author: author === null ? null : { key: author, user: null },
    approved: approved ? { key: approved.by, at: approved.at } : null,
    note: version.note,
    backtest: renderKept(version),
    created: version.created,
    diff: version.diff,
    ...(rollout && { rollout: renderRollout(rollout) }),
  };
};

const renderKept = ({ backtest, document }: RuleVersion): RoutingRuleVersionObject['backtest'] =>
  backtest && document ? renderBacktest({ ...backtest, ended: true, rule: document }, () => false) : null;

/** What a caller may publish again: every field of the schema, so that publishing what was read changes nothing. */
const renderContent = ({
  name,
  targets,
  failover,
  health,
  wallets,
  overrides,
}: RoutingRule): RoutingRule => ({
  name,
  targets,
  failover,
  health,
  ...defined({ wallets }),
  overrides,
});

/** Before the rollout begins, `percent` is its first share. */
const renderRollout = ({
  percent,
  change,
  changed,
  steps,
  after_s,
  guard,
  guarded,
  since,
}: Rollout): RolloutObject => ({
  percent: changed ? percent : (change?.to ?? percent),
  then: steps,
  after_s: after_s ?? null,
  guard: guard ? { ...guard, ...(guarded && { observed: renderGuarded(guarded) }) } : null,
  since: changed ? Math.floor(since / 1000) : null,
  changed: changed ? { cause: changed.cause, key: changed.by, at: Math.floor(changed.at / 1000) } : null,
});

const renderGuarded = (guarded: Guarded): GuardObservedObject => ({
  control: renderArm(guarded.control),
  candidate: renderArm(guarded.candidate),
  evidence: evidenceOf(guarded),
});

const renderArm = ({ ok, failed }: Tally): GuardedArmObject => ({ attempts: ok + failed, approved: ok });
