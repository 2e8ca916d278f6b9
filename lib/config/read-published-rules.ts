import type { RulesReader } from '../types/ports.ts';
import type { PublishedRule } from '../types/routing.ts';

/**
 * The rules in force, by name. Read with the rules reader that routes sessions, not from the control plane: a rule that was just published is
 * included once it has reached the service, within 30 s.
 */
export const readPublishedRules = async (rules: RulesReader): Promise<readonly PublishedRule[]> =>
  Object.values((await rules()).rules).sort((a, b) => (a.name < b.name ? -1 : 1));
