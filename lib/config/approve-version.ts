import { ApiError } from '../types/api-error.ts';
import { isSameKey } from '../types/api-key.ts';
import { actorOf } from '../types/audit-entry.ts';
import type { Published } from '../types/publication.ts';
import type { Idempotency } from '../types/result.ts';
import { checkedRule } from './checked-rule.ts';
import { checkVersion, deployRule } from './deploy-rule.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import { publishInProgress, rolloutInProgress } from './publishing-errors.ts';
import { readBase } from './read-base.ts';
import { respondOnce } from './respond-once.ts';
import { entryOf } from './rollout-entry.ts';
import { readRuleInForce } from './rule-in-force.ts';

export type ApproveCommand = {
  readonly name: string;
  readonly version: number;
  /** The version in force that the caller read, if it matters. */
  readonly if_match?: number | undefined;
  /** The id of the API key or of the person. */
  readonly approver: string;
  readonly request_id: string;
  readonly idempotency?: Idempotency | undefined;
};

/**
 * Puts a draft into force. Throws `resource_missing`; `approval_by_author` for its author, and for any key if its author is a person;
 * `rollout_in_progress`; `version_conflict` for a version that is not a draft or does not replace the one in force; and whatever `deployRule` throws.
 */
export const approveVersion = (
  ports: PublisherPorts,
  { name, version, if_match, approver, request_id, idempotency }: ApproveCommand,
): Promise<Published> =>
  respondOnce(ports, idempotency, async () => {
    const draft = await ports.versions.find(name, version);
    if (draft === undefined)
      throw new ApiError('resource_missing', `Rule ${name.slice(0, 64)} has no version ${version}.`, {
        param: 'version',
      });
    if (draft.state !== 'draft') throw conflict(`version ${version} is ${draft.state}, not a draft.`);
    if (draft.open_since !== undefined) throw publishInProgress();
    if (draft.author !== null) refuseAuthor(draft.author, approver);
    if (draft.document !== null) checkedRule(draft.document, ports.accounts);
    const base = await readBase(ports.control, ports.log);
    const current = base.rules[name];
    checkVersion(name, current, if_match, 'if-match');
    if (current?.candidate && !draft.rollback) throw rolloutInProgress(current.candidate);
    const previous = await readRuleInForce(ports.versions, base, name);
    if ((previous?.version ?? null) !== draft.replaces)
      throw conflict(
        `version ${version} was based on version ${draft.replaces ?? 0}, but version ${previous?.version ?? 0} is live. Publish it again.`,
      );
    const at = Math.floor(ports.clock.now() / 1000);
    const approved = { ...draft, rev: draft.rev + 1, approved: { by: approver, at, request_id } };
    return deployRule(ports, base, {
      version: approved,
      entry: entryOf(current, approved),
      previous,
      expects: draft.rev,
      withdrawal: [{ put: { ...draft, rev: approved.rev + 1 }, expects: approved.rev }],
      idempotency,
    });
  });

/** A person can make keys, so no key may approve what a person wrote. */
const refuseAuthor = (author: string, approver: string): void => {
  if (isSameKey(author, approver))
    throw new ApiError('approval_by_author', 'Somebody other than its author must approve a draft.');
  if (actorOf(author).type === 'user' && actorOf(approver).type !== 'user')
    throw new ApiError(
      'approval_by_author',
      'A person wrote this draft, so another person must approve it, at the console: an API key could be the author’s own.',
    );
};

const conflict = (message: string): ApiError =>
  new ApiError('version_conflict', message, { param: 'version' });
