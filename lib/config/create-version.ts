import { ApiError } from '../types/api-error.ts';
import type { Clock } from '../types/ports.ts';
import type { PublishedRule, RoutingRule, RulesDocument } from '../types/routing.ts';
import type { ControlPlane } from './control-plane.ts';
import { documentContent } from './document-content.ts';
import { publishInProgress } from './publish-in-progress.ts';

export type NextVersion = RulesDocument & {
  readonly rule: RoutingRule;
  /** Unix seconds. */
  readonly created: number;
  /** The version that must still be the latest; undefined if there is none. */
  readonly latest: number | undefined;
};

/**
 * Stores the document with the rule in it. The rule carries the number of its version, which AppConfig assigns only afterwards: we expect one more
 * than the latest, and if another number comes back (versions after the latest were deleted), that version is deleted and a second one made.
 */
export const createVersion = async (
  { control, clock }: { readonly control: ControlPlane; readonly clock: Pick<Clock, 'now'> },
  next: NextVersion,
): Promise<PublishedRule> => {
  let foreseen = (next.latest ?? 0) + 1;
  for (let round = 0; round < 2; round++) {
    const rule = { ...next.rule, version: foreseen, created: next.created };
    const number = await control.create(documentContent(next.rules, rule), next.latest, clock.now());
    if (number === 'conflict') throw publishInProgress();
    if (number === foreseen) return rule;
    await control.remove(number);
    foreseen = number + 1;
  }
  throw new ApiError(
    'internal',
    'The routing rules cannot be published: AppConfig gives unexpected version numbers.',
  );
};
