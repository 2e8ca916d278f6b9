import type { Publication, Published } from '../types/publication.ts';
import type { Answer } from '../types/records.ts';
import type { PublishedRule } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import type { Reply } from './call.ts';

export const renderRule = ({
  name,
  targets,
  failover,
  health,
  overrides,
  version,
  created,
}: PublishedRule) => ({
  object: 'routing.rule',
  name,
  targets,
  failover,
  health,
  overrides,
  version,
  created,
});

/** A dry run shows what would be published and what it would replace. */
export const renderPublication = ({ rule, previous, changed, state, deployment }: Publication) => ({
  ...renderRule(rule),
  changed,
  ...(state === undefined ? { dry_run: true, previous: previous ? renderRule(previous) : null } : { state }),
  deployment: deployment ?? null,
});

/** A publish as a function answers it. */
export const publishedReply = (published: Published): Reply =>
  'replay' in published ? published : { json: renderPublication(published.publication) };

/** The same as it is kept under an idempotency key. */
export const publicationAnswer = (publication: Publication): Answer => ({
  status: 200,
  body: JSON.stringify(renderPublication(publication)),
});

/** `name` is in `rule`, and `document` has what a caller may publish again. */
export const renderRuleVersion = (version: RuleVersion) => {
  const { name, targets, failover, health, overrides } = version.document;
  const { author, approved } = version;
  return {
    object: 'routing.rule_version',
    rule: version.rule,
    version: version.version,
    state: version.state,
    document: { name, targets, failover, health, overrides },
    author: author === null ? null : { key: author, user: null },
    approved: approved ? { key: approved.by, at: approved.at } : null,
    note: version.note,
    created: version.created,
    diff: version.diff,
  };
};
