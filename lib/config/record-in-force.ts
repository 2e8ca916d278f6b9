import { ApiError } from '../types/api-error.ts';
import type { Publication } from '../types/publication.ts';
import type { PublishedRule } from '../types/routing.ts';
import type { RuleVersion, RuleVersionWrite } from '../types/rule-version.ts';
import type { Deployment } from './control-plane.ts';
import type { PublisherPorts } from './publisher-ports.ts';

const rounds = 5;

/**
 * Writes down that a rule is in force: its version is `published`, the one it replaced no longer is, and whoever repeats the call gets the answer.
 * Changes nothing if that is written already. The version, or undefined for one from before versions were kept.
 */
export const recordInForce = async (
  { versions, render }: Pick<PublisherPorts, 'versions' | 'render'>,
  rule: PublishedRule,
  deployment: Deployment | undefined,
): Promise<RuleVersion | undefined> => {
  const final = deployment?.state === 'active';
  for (let round = 0; round < rounds; round++) {
    const found = await versions.find(rule.name, rule.version);
    if (found === undefined) return undefined;
    const stays = found.open_since === undefined || !final;
    if (found.state === 'published' && stays) return found;
    const published = { ...(final ? closed(found) : found), state: 'published', rev: found.rev + 1 } as const;
    const publication = publicationOf(rule, deployment);
    const written = await versions.write([
      { put: published, expects: found.rev },
      ...(found.state === 'draft' ? await replaced(versions, found) : []),
      ...(found.state === 'draft' && found.answers !== undefined
        ? [{ answer: render(publication), key: found.answers }]
        : []),
    ]);
    if (written) return published;
  }
  throw new ApiError(
    'storage_unavailable',
    'The rule is in force, but its version is not written. Try again.',
    {
      retry_after: 1,
    },
  );
};

/** What a publish did, as far as its answer goes. */
export const publicationOf = (rule: PublishedRule, deployment: Deployment | undefined): Publication => ({
  rule,
  previous: undefined,
  changed: true,
  state: 'published',
  deployment: deployment && deploymentOf(deployment),
});

export const deploymentOf = ({ state, number }: Deployment) => ({
  state: state === 'active' ? ('active' as const) : ('deploying' as const),
  number,
});

/** Nothing about it is open any more. */
export const closed = ({ open_since: _, ...version }: RuleVersion): RuleVersion => version;

const replaced = async (
  versions: PublisherPorts['versions'],
  { rule, replaces, rollback }: RuleVersion,
): Promise<readonly RuleVersionWrite[]> => {
  const before = replaces === null ? undefined : await versions.find(rule, replaces);
  if (before?.state !== 'published') return [];
  const state = rollback ? 'rolled_back' : 'superseded';
  return [{ put: { ...closed(before), state, rev: before.rev + 1 }, expects: before.rev }];
};
