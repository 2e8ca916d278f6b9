import type { RulesReader } from '../types/ports.ts';
import type { PublishedRule } from '../types/routing.ts';

/**
 * The rules in force, by name. They are the reader's, which are what this service routes by, and not the newest ones that the control plane
 * knows: a rule that was just published shows up here when it has reached the service, within 30 s.
 */
export const readPublishedRules = async (rules: RulesReader): Promise<readonly PublishedRule[]> =>
  Object.values((await rules()).rules).sort((a, b) => (a.name < b.name ? -1 : 1));
