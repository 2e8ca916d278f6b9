import type { PublishedRule, RuleInForce } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { isDeleted, publishedOf } from './rule-content.ts';

/** A rule's entry in the document while a version has this share of its sessions: at 0 without the version, at 100 without the previous one. */
export const rolloutEntry = (
  { candidate: _, ...control }: PublishedRule,
  version: RuleVersion,
  percent: number,
): RuleInForce => {
  if (percent === 0) return control;
  const rule = publishedOf(version);
  if (percent === 100 || isDeleted(rule)) return rule;
  return { ...control, candidate: { rule, percent, salt: version.rollout?.salt ?? '' } };
};

export const entryOf = (previous: PublishedRule | undefined, draft: RuleVersion): RuleInForce =>
  previous && draft.rollout?.change
    ? rolloutEntry(previous, draft, draft.rollout.change.to)
    : publishedOf(draft);

/** The share of a rule's sessions that a version has: 0 … 100. */
export const percentOf = (inForce: RuleInForce | undefined, version: number): number => {
  if (inForce?.version === version) return 100;
  return inForce?.candidate?.rule.version === version ? inForce.candidate.percent : 0;
};
