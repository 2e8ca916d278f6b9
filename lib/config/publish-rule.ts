import { isDeepStrictEqual } from 'node:util';
import { diffRules } from '../routing/diff-rules.ts';
import type { Publication, Published } from '../types/publication.ts';
import { recordFormat } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import type { PublishedRule } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { answerOnce } from './answer-once.ts';
import { checkedRule } from './checked-rule.ts';
import { checkVersion, deployRule, publishedOf, ruleOf } from './deploy-rule.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import { publishInProgress } from './publishing-errors.ts';
import { type Base, readBase } from './read-base.ts';
import { deploymentOf } from './record-in-force.ts';
import { documentContent } from './rules-document.ts';

export type PublishCommand = {
  /** As a caller wrote it. */
  readonly rule: unknown;
  /**
   * The version in which the caller saw this rule; 0 if there must be none yet. If undefined, the rule is replaced whatever it is. A repeat of what is
   * in force is answered, whatever version it names.
   */
  readonly version?: number | undefined;
  /** The version that must be in force, for a repeat too. */
  readonly if_match?: number | undefined;
  /** The id of the caller's API key. */
  readonly author: string;
  readonly request_id: string;
  readonly note?: string | undefined;
  readonly idempotency?: Idempotency | undefined;
  readonly rollback?: true;
  /** Only a draft is written, which another key has to approve. */
  readonly approval_required: boolean;
};

/**
 * Creates or replaces one rule in the document in force and starts its deployment, or writes a draft. A rule equal to the one in force changes nothing
 * and is answered as it is. Throws what is wrong with the rule, `version_conflict`, and what `deployRule` throws.
 */
export const publishRule = (ports: PublisherPorts, command: PublishCommand): Promise<Published> =>
  answerOnce(ports, command.idempotency, async () => {
    const { idempotency } = command;
    const plan = await planPublish(ports, command);
    if (!plan.changed) return remembered(ports, idempotency, plan.publication, []);
    const { base, draft, publication } = plan;
    if (!command.approval_required)
      return deployRule(ports, base, {
        draft,
        expects: 'absent',
        withdrawal: { remove: draft },
        idempotency,
      });
    documentContent(base.rules, publication.rule);
    return remembered(ports, idempotency, { ...publication, state: 'draft' }, [
      { put: draft, expects: 'absent' },
    ]);
  });

/** What publishing would do, without doing it. Throws what it would throw. */
export const tryRule = async (ports: PublisherPorts, command: PublishCommand): Promise<Publication> => {
  const plan = await planPublish(ports, command);
  if (plan.changed) documentContent(plan.base.rules, plan.publication.rule);
  return { ...plan.publication, state: undefined };
};

type Plan = { readonly publication: Publication } & (
  | { readonly changed: false }
  | { readonly changed: true; readonly base: Base; readonly draft: RuleVersion }
);

const planPublish = async (
  { control, versions, clock, report, accounts }: PublisherPorts,
  { rule: written, version, if_match, author, request_id, note, rollback }: PublishCommand,
): Promise<Plan> => {
  const rule = checkedRule(written, accounts);
  const [base, newest] = await Promise.all([readBase(control, report), versions.newest(rule.name, 1)]);
  const previous = base.rules[rule.name];
  checkVersion(rule.name, previous, if_match);
  if (previous !== undefined && base.deployment !== undefined && isDeepStrictEqual(ruleOf(previous), rule))
    return { changed: false, publication: unchanged(previous, deploymentOf(base.deployment)) };
  checkVersion(rule.name, previous, version);
  const draft: RuleVersion = {
    v: recordFormat,
    rev: 1,
    rule: rule.name,
    version: Math.max(newest.versions[0]?.version ?? 0, previous?.version ?? 0) + 1,
    state: 'draft',
    document: rule,
    author,
    request_id,
    note: note ?? null,
    created: Math.floor(clock.now() / 1000),
    replaces: previous?.version ?? null,
    diff: diffRules(previous, rule),
    ...(rollback && { rollback }),
  };
  return {
    changed: true,
    base,
    draft,
    publication: {
      rule: publishedOf(draft),
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

/** What is decided without a deployment, with its answer kept under the caller's key. */
const remembered = async (
  { versions, render }: PublisherPorts,
  idempotency: Idempotency | undefined,
  publication: Publication,
  drafts: readonly { readonly put: RuleVersion; readonly expects: 'absent' }[],
): Promise<Published> => {
  const answer = idempotency && render(publication);
  const keys = answer ? [{ remember: { ...idempotency, answer } }] : [];
  const writes = [...drafts, ...keys];
  if (writes.length > 0 && !(await versions.write(writes))) throw publishInProgress();
  return answer ? { replay: answer, first: true } : { publication };
};
