import { isDeepStrictEqual } from 'node:util';
import { diffRules } from '../routing/diff-rules.ts';
import { ApiError } from '../types/api-error.ts';
import type { Publication, Published } from '../types/publication.ts';
import { recordFormat } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import type { RolloutPlan } from '../types/rollout.ts';
import type { PublishedRule, RoutingRule, RuleInForce } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { beginRollout } from './begin-rollout.ts';
import { checkedRule, refuseUntaken } from './checked-rule.ts';
import { checkVersion, deployRule } from './deploy-rule.ts';
import { keepResponse } from './keep-response.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import { rolloutInProgress } from './publishing-errors.ts';
import { type Base, readBase } from './read-base.ts';
import { deploymentOf } from './record-in-force.ts';
import { respondOnce } from './respond-once.ts';
import { entryOf } from './rollout-entry.ts';
import { isDeleted, ruleOf } from './rule-content.ts';
import { readRuleInForce } from './rule-in-force.ts';
import { documentContent } from './rules-document.ts';
import { unknownRule } from './unknown-rule.ts';

export type PublishCommand = {
  /** The caller's rule. Unused if `deletes` is set. */
  readonly rule?: unknown;
  /** The name of a rule. */
  readonly deletes?: string;
  /**
   * The version of this rule that the caller read; 0 if there must be none yet. If undefined, the rule is replaced whatever its version. A rule equal
   * to the one in force is returned, whatever version the call names.
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
  /** If set, the version comes into force in steps. */
  readonly rollout?: RolloutPlan | undefined;
  /** If true, only a draft is written, which another key has to approve. */
  readonly approval_required: boolean;
};

/**
 * Creates, replaces or deletes one rule in the document in force and starts its deployment, or writes a draft. A rule equal to the one in force is
 * returned and changes nothing. Throws if the rule is invalid, `version_conflict`, `rollout_in_progress`, `resource_missing` if there is nothing to
 * delete, and whatever `deployRule` throws.
 */
export const publishRule = (ports: PublisherPorts, command: PublishCommand): Promise<Published> =>
  respondOnce(ports, command.idempotency, async () => {
    const { idempotency } = command;
    const plan = await planPublish(ports, command);
    if (!plan.changed) return keepResponse(ports, idempotency, plan.publication, []);
    const { base, draft, publication, previous, known } = plan;
    if (!command.approval_required)
      return deployRule(ports, base, {
        version: draft,
        entry: publication.rule,
        previous,
        expects: 'absent',
        withdrawal: [{ remove: draft }],
        idempotency,
        known,
      });
    documentContent(base.rules, publication.rule);
    return keepResponse(ports, idempotency, { ...publication, state: 'draft' }, [
      { put: draft, expects: 'absent' },
    ]);
  });

/** Previews a publish of `rule` without doing it. Throws the same errors. */
export const tryRule = async (
  ports: PublisherPorts,
  command: Omit<PublishCommand, 'deletes'>,
): Promise<Publication & { readonly rule: PublishedRule }> => {
  const { publication, ...plan } = await planPublish(ports, command);
  const { rule } = publication;
  if (isDeleted(rule)) throw new TypeError('A rule does not delete itself.');
  if (plan.changed) documentContent(plan.base.rules, rule);
  return { ...publication, rule, state: undefined };
};

type Plan = { readonly publication: Publication } & (
  | { readonly changed: false }
  | {
      readonly changed: true;
      readonly base: Base;
      readonly previous: RuleInForce | undefined;
      readonly draft: RuleVersion;
      readonly known: readonly RuleVersion[];
    }
);

const planPublish = async (ports: PublisherPorts, command: PublishCommand): Promise<Plan> => {
  const { control, versions, log } = ports;
  const { version, if_match, rollback } = command;
  const { name, document } = contentOf(ports, command);
  const [base, newest] = await Promise.all([readBase(control, log), versions.newest(name, 1)]);
  const live = base.rules[name];
  checkVersion(name, live, if_match, 'if-match');
  const inProgress = live?.candidate;
  if (inProgress && (!rollback || document === null)) throw rolloutInProgress(inProgress);
  if (document === null && !live) throw unknownRule(name, base);
  const isSame = !inProgress && live !== undefined && isDeepStrictEqual(ruleOf(live), document);
  if (isSame && base.deployment !== undefined)
    return { changed: false, publication: unchanged(live, deploymentOf(base.deployment)) };
  checkVersion(name, live, version, 'version');
  // What was in force once must be able to come back at once.
  if (document !== null && !rollback) refuseUntaken(document, live, ports.accounts);
  const [last] = newest.versions;
  const previous = live ?? (last && (await readRuleInForce(versions, base, name)));
  const number = Math.max(last?.version ?? 0, inProgress?.rule.version ?? 0, live?.version ?? 0) + 1;
  const backtest = document === null ? undefined : await ports.backtestOf?.(document);
  const draft = {
    ...draftOf(ports, command, { name, document, live, previous, number }),
    ...(backtest && { backtest }),
  };
  return {
    changed: true,
    base,
    draft,
    previous,
    known: newest.versions,
    publication: {
      rule: entryOf(live, draft),
      previous: live,
      changed: true,
      state: 'published',
      deployment: undefined,
    },
  };
};

type Content = { readonly name: string; readonly document: RoutingRule | null };

/** Every session without a `routing_rule` is planned by it. */
const keptRule = 'default';

/** The rule in a command. Throws if the rule is invalid, or may not be deleted. */
const contentOf = ({ accounts }: PublisherPorts, { rule, deletes }: PublishCommand): Content => {
  if (deletes === keptRule)
    throw new ApiError(
      'parameter_invalid',
      `name: "${keptRule}" cannot be deleted, because sessions without a routing_rule are planned by it.`,
      { param: 'name' },
    );
  if (deletes !== undefined) return { name: deletes, document: null };
  const document = checkedRule(rule, accounts);
  return { name: document.name, document };
};

const draftOf = (
  { clock }: PublisherPorts,
  { author, request_id, note, rollback, rollout }: PublishCommand,
  {
    name,
    document,
    live,
    previous,
    number,
  }: Content & {
    readonly live: PublishedRule | undefined;
    readonly previous: RuleInForce | undefined;
    readonly number: number;
  },
): RuleVersion => {
  const at = clock.now();
  const begun =
    rollout &&
    document &&
    beginRollout(rollout, { rule: document, previous: live, number, author, request_id, at });
  return {
    v: recordFormat,
    rev: 1,
    rule: name,
    version: number,
    state: 'draft',
    document,
    author,
    request_id,
    note: note ?? null,
    created: Math.floor(at / 1000),
    replaces: previous?.version ?? null,
    diff: diffRules(live, document ?? undefined),
    ...(rollback && { rollback }),
    ...(begun && { rollout: begun }),
  };
};

const unchanged = (rule: PublishedRule, deployment: Publication['deployment']): Publication => ({
  rule,
  previous: rule,
  changed: false,
  state: 'published',
  deployment,
});
