import type { DeletedRule, PublishedRule, RoutingRule, RuleInForce } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';

export const publishedOf = ({ rule, document, version, created }: RuleVersion): RuleInForce =>
  document === null ? { name: rule, version, created, deleted: true } : { ...document, version, created };

export const isDeleted = (rule: RuleInForce): rule is DeletedRule => 'deleted' in rule;

/** The fields that its author wrote. */
export const ruleOf = ({
  version: _version,
  created: _created,
  candidate: _candidate,
  ...rule
}: PublishedRule): RoutingRule => rule;
