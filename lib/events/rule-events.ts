import type { Event } from '../types/event.ts';
import type { RuleChange } from '../types/record-change.ts';
import { newEvent } from './new-event.ts';

/** A version that comes into force for the first time. `seq` is its number, which rises with each version of the rule. */
export const ruleEvents = ({ before, after, at, livemode }: RuleChange): readonly Event[] =>
  before?.state === 'draft' && after.state === 'published'
    ? [
        newEvent('routing.rule.published', at, livemode, {
          id: after.rule,
          object: 'routing.rule',
          seq: after.version,
          status: after.state,
          reason: after.rollback && 'rolled_back',
        }),
      ]
    : [];
