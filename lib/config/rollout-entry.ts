import type { PublishedRule } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { publishedOf } from './rule-content.ts';

/** How a rule is written in the document while a version has this share of its sessions: 0 is without it, 100 without the one before. */
export const rolloutEntry = (
  { candidate: _, ...control }: PublishedRule,
  version: RuleVersion,
  percent: number,
): PublishedRule => {
  if (percent === 0) return control;
  const rule = publishedOf(version);
  if (percent === 100) return rule;
  return { ...control, candidate: { rule, percent, salt: version.rollout?.salt ?? '' } };
};

/** How a draft is to stand in the document. */
export const entryOf = (previous: PublishedRule | undefined, draft: RuleVersion): PublishedRule =>
  previous && draft.rollout?.change
    ? rolloutEntry(previous, draft, draft.rollout.change.to)
    : publishedOf(draft);

/** The share of a rule's sessions that a version has in the document: 0 … 100. */
export const percentOf = (inForce: PublishedRule | undefined, version: number): number => {
  if (inForce?.version === version) return 100;
  return inForce?.candidate?.rule.version === version ? inForce.candidate.percent : 0;
};
