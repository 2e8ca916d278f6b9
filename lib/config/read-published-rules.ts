import type { RulesReader } from '../types/ports.ts';
import type { PublishedRule } from '../types/routing.ts';

/**
 * The rules in force, by name. They are the reader's, which this service routes by, not the newest that the control plane knows: a rule just
 * published shows up when it has reached the service, within 30 s.
 */
export const readPublishedRules = async (rules: RulesReader): Promise<readonly PublishedRule[]> =>
  Object.values((await rules()).rules).sort((a, b) => (a.name < b.name ? -1 : 1));
