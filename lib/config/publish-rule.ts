import { isDeepStrictEqual } from 'node:util';
import { diffRules } from '../routing/diff-rules.ts';
import type { Publication, Published } from '../types/publication.ts';
import { recordFormat } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import type { RolloutPlan } from '../types/rollout.ts';
import type { PublishedRule } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { answerOnce } from './answer-once.ts';
import { beginRollout } from './begin-rollout.ts';
import { checkedRule } from './checked-rule.ts';
import { checkVersion, deployRule } from './deploy-rule.ts';
import { keepAnswer } from './keep-answer.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import { rolloutInProgress } from './publishing-errors.ts';
import { type Base, readBase } from './read-base.ts';
import { deploymentOf } from './record-in-force.ts';
import { entryOf } from './rollout-entry.ts';
import { ruleOf } from './rule-content.ts';
import { documentContent } from './rules-document.ts';

export type PublishCommand = {
  /** As a caller wrote it. */
  readonly rule: unknown;
  /**
   * The version in which the caller saw this rule; 0 if there must be none yet. If undefined, the rule is replaced whatever its version. A rule equal
   * to the one in force is answered whatever version the call names.
   */
  readonly version?: number | undefined;
  /** The version that must be in force, even for a repeat. */
  readonly if_match?: number | undefined;
  /** The id of the caller's API key. */
  readonly author: string;
  readonly request_id: string;
  readonly note?: string | undefined;
  readonly idempotency?: Idempotency | undefined;
  readonly rollback?: true;
  /** If set, it comes into force in steps. */
  readonly rollout?: RolloutPlan | undefined;
  /** If true, this only writes a draft, which another key has to approve. */
  readonly approval_required: boolean;
};

/**
 * Creates or replaces one rule in the document in force and starts its deployment, or writes a draft. A rule equal to the one in force changes
 * nothing and is returned as it is. Throws if the rule is invalid, `version_conflict`, `rollout_in_progress`, and whatever `deployRule` throws.
 */
export const publishRule = (ports: PublisherPorts, command: PublishCommand): Promise<Published> =>
  answerOnce(ports, command.idempotency, async () => {
    const { idempotency } = command;
    const plan = await planPublish(ports, command);
    if (!plan.changed) return keepAnswer(ports, idempotency, plan.publication, []);
    const { base, draft, publication, known } = plan;
    if (!command.approval_required)
      return deployRule(ports, base, {
        version: draft,
        entry: publication.rule,
        expects: 'absent',
        withdrawal: [{ remove: draft }],
        idempotency,
        known,
      });
    documentContent(base.rules, publication.rule);
    return keepAnswer(ports, idempotency, { ...publication, state: 'draft' }, [
      { put: draft, expects: 'absent' },
    ]);
  });

/** Previews a publish without doing it. Throws the same errors. */
export const tryRule = async (ports: PublisherPorts, command: PublishCommand): Promise<Publication> => {
  const plan = await planPublish(ports, command);
  if (plan.changed) documentContent(plan.base.rules, plan.publication.rule);
  return { ...plan.publication, state: undefined };
};

type Plan = { readonly publication: Publication } & (
  | { readonly changed: false }
  | {
      readonly changed: true;
      readonly base: Base;
      readonly draft: RuleVersion;
      readonly known: readonly RuleVersion[];
    }
);

const planPublish = async (
  { control, versions, clock, report, accounts }: PublisherPorts,
  { rule: written, version, if_match, author, request_id, note, rollback, rollout }: PublishCommand,
): Promise<Plan> => {
  const rule = checkedRule(written, accounts);
  const [base, newest] = await Promise.all([readBase(control, report), versions.newest(rule.name, 1)]);
  const previous = base.rules[rule.name];
  checkVersion(rule.name, previous, if_match);
  const inProgress = previous?.candidate;
  if (inProgress && !rollback) throw rolloutInProgress(inProgress);
  const isSame = !inProgress && previous !== undefined && isDeepStrictEqual(ruleOf(previous), rule);
  if (isSame && base.deployment !== undefined)
    return { changed: false, publication: unchanged(previous, deploymentOf(base.deployment)) };
  checkVersion(rule.name, previous, version);
  const number =
    Math.max(newest.versions[0]?.version ?? 0, inProgress?.rule.version ?? 0, previous?.version ?? 0) + 1;
  const begun =
    rollout && beginRollout(rollout, { rule, previous, number, author, request_id, at: clock.now() });
  const draft: RuleVersion = {
    v: recordFormat,
    rev: 1,
    rule: rule.name,
    version: number,
    state: 'draft',
    document: rule,
    author,
    request_id,
    note: note ?? null,
    created: Math.floor(clock.now() / 1000),
    replaces: previous?.version ?? null,
    diff: diffRules(previous, rule),
    ...(rollback && { rollback }),
    ...(begun && { rollout: begun }),
  };
  return {
    changed: true,
    base,
    draft,
    known: newest.versions,
    publication: {
      rule: entryOf(previous, draft),
      previous,
      changed: true,
      state: 'published',
      deployment: undefined,
    },
  };
};

const unchanged = (rule: PublishedRule, deployment: Publication['deployment']): Publication => ({
  rule,
  previous: rule,
  changed: false,
  state: 'published',
  deployment,
});
