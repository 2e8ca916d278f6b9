import type { RuleInForce } from '../types/routing.ts';
import type { RuleVersion, RuleVersions } from '../types/rule-version.ts';
import type { Base } from './read-base.ts';
import { publishedOf } from './rule-content.ts';

/** How many of the newest versions are searched for the one that deleted the rule: drafts may have followed it. */
const page = 100;

/** The rule in the document or, if there is none, the version that deleted it. Undefined if there has never been such a rule. */
export const readRuleInForce = async (
  versions: Pick<RuleVersions, 'newest'>,
  { rules }: Pick<Base, 'rules'>,
  name: string,
): Promise<RuleInForce | undefined> => {
  const found = rules[name];
  if (found) return found;
  const deletion = (await versions.newest(name, page)).versions.find(isDeletion);
  return deletion && publishedOf(deletion);
};

/**
 * Whether a version may be why the document has no such rule; the latest of these is. Its publisher, or a later one, may have died before the
 * deletion was recorded. A draft that was never deployed has deleted nothing.
 */
const isDeletion = ({ document, state, open_since }: RuleVersion): boolean =>
  document === null && (state !== 'draft' || open_since !== undefined);
