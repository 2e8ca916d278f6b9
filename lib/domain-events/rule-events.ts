import type { Event } from '../types/event.ts';
import type { RuleChange } from '../types/record-change.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { newEvent } from './new-event.ts';

/**
 * A version that comes into force for the first time, for all or some sessions, or one whose rollout was taken back. `seq` is the version's number,
 * which rises with each version of the rule. A version comes into force once, but is taken back again if AppConfig reverts that.
 */
export const ruleEvents = ({ before, after, at, livemode }: RuleChange): readonly Event[] => {
  const eventOf = (
    type: Event['type'],
    reason: string | undefined,
    ...occasion: readonly number[]
  ): Event => {
    const { rule: id, version: seq, state: status } = after;
    return newEvent(type, at, livemode, { id, object: 'routing.rule', seq, status, reason }, ...occasion);
  };
  if (before?.state === 'draft' && after.state === 'published')
    return [eventOf('routing.rule.published', reasonOf(after))];
  const { percent, changed } = after.rollout ?? {};
  return percent === 0 && (before?.rollout?.percent ?? 0) > 0
    ? [eventOf('routing.rollout.stopped', changed?.cause, after.rev)]
    : [];
};

const reasonOf = ({ document, rollback }: RuleVersion): string | undefined =>
  document === null ? 'deleted' : rollback && 'rolled_back';
