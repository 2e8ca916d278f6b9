import { leftToRefund } from '../../../lib/charge/transitions/reversal-cells.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { Law, Taken } from './law.ts';

const isDone = ({ reversal }: Charge): boolean => reversal?.status === 'done';
const mayUndo = ({ step: { rights = [] } }: Taken): boolean => rights.includes('undo_return');

const staysFailed = ({ before, after }: Taken): boolean =>
  Object.entries(before.reversal?.parts ?? {}).every(
    ([id, part]) => part > 0 || (after.reversal?.parts?.[id] ?? 0) === 0,
  );

/** What must hold of money that came too late, after every step. */
export const returnLaws: readonly Law[] = [
  {
    name: 'the return of late money is never forgotten',
    holds: ({ before, after }) => before.reversal === undefined || after.reversal !== undefined,
  },
  {
    name: 'money that has gone back is here again only if that is named',
    holds: (taken) => !isDone(taken.before) || isDone(taken.after) || mayUndo(taken),
  },
  {
    name: 'a refund that failed has returned nothing, whatever is reported of it later',
    holds: staysFailed,
  },
  {
    name: 'money is back only once nothing of it is left to return',
    holds: ({ before, after }) =>
      isDone(before) ||
      !after.reversal ||
      !isDone(after) ||
      leftToRefund(after.reversal) <= 0 ||
      after.reversal.by === 'cancel',
  },
];
