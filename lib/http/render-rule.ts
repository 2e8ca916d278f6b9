import type { Publication } from '../types/publication.ts';
import type { PublishedRule } from '../types/routing.ts';

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
export const renderPublication = (
  { rule, previous, changed, deployment }: Publication,
  dry_run: boolean,
) => ({
  ...renderRule(rule),
  changed,
  ...(dry_run ? { dry_run, previous: previous ? renderRule(previous) : null } : {}),
  deployment: deployment ?? null,
});
