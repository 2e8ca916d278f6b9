import type { RuleInForce } from '../types/routing.ts';
import type { RuleVersion, RuleVersions } from '../types/rule-version.ts';
import type { Base } from './read-base.ts';
import { publishedOf } from './rule-content.ts';

/** The latest versions of a rule, among which the one is that deleted it: drafts may have followed. */
const page = 100;

/** What the document has of a rule or, if it has none, the version that deleted it. Undefined if there has never been such a rule. */
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
 * Whether the document has no entry because of it, if it is the latest such version: whoever published it, or one after it, may have died before that
 * was recorded. A draft that was never on its way has deleted nothing.
 */
const isDeletion = ({ document, state, open_since }: RuleVersion): boolean =>
  document === null && (state !== 'draft' || open_since !== undefined);
