import { type ChargeState, stateOf } from '../../../lib/types/charge-state.ts';
import type { Law } from './law.ts';

const taken: readonly ChargeState[] = ['authorized', 'capturing', 'canceling', 'captured', 'canceled'];

/** What a look shows of money that is held or was taken is accepted, whoever caused it. Also a step that changes nothing has to keep these. */
export const followLaws: readonly Law[] = [
  {
    name: 'as much as a look shows captured is captured',
    holds: ({ before, after, step: { looked, takes } }) =>
      !looked ||
      takes === undefined ||
      !taken.includes(stateOf(before)) ||
      after.amount_captured >= ('total' in takes ? takes.total : 0),
  },
  {
    name: 'a hold that a look shows gone is gone',
    holds: ({ before, after, step: { looked, rights } }) =>
      !looked || !rights?.includes('release') || stateOf(before) !== 'authorized' || after.hold !== undefined,
  },
];
