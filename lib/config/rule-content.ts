import type { PublishedRule, RoutingRule } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';

/** A version as it is written in the document. */
export const publishedOf = ({ document, version, created }: RuleVersion): PublishedRule => ({
  ...document,
  version,
  created,
});

/** What its author wrote. */
export const ruleOf = ({
  version: _version,
  created: _created,
  candidate: _candidate,
  ...rule
}: PublishedRule): RoutingRule => rule;
