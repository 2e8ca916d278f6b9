import type { Charge, Refund } from '../../../lib/types/charge.ts';
import type { Law, Taken } from './law.ts';

const every = ({ before, after }: Taken, holds: (was: Refund, is: Refund) => boolean): boolean =>
  Object.values(before.refunds).every((was) => {
    const is = after.refunds[was.id];
    return is !== undefined && holds(was, is);
  });

const asked = ({ before, after }: Taken): Refund | undefined =>
  Object.values(after.refunds).find(({ id, external }) => !external && before.refunds[id] === undefined);

const left = ({ amount_refundable, amount_refundable_disputed }: Charge, refund: Refund): number =>
  refund.allow_disputed ? amount_refundable_disputed : amount_refundable;

const paymentOf = (charge: Charge): string => {
  const { outcome, amount_captured, hold, capture, cancel, captures, presumed, reversal } = charge;
  return JSON.stringify([outcome, amount_captured, hold, capture, cancel, captures, presumed, reversal]);
};

/** How the name of a step ends that reports a dispute as it was before a record that has a time. */
export const ofEarlierTime = ', of an earlier time';

/** What must hold of refunds and disputes after every step. */
export const refundLaws: readonly Law[] = [
  {
    name: 'a refund is never forgotten, and its amount stays',
    holds: (taken) => every(taken, (was, is) => is.amount === was.amount),
  },
  {
    name: 'a refund fails only by its own no, or as a person says',
    holds: (taken) =>
      taken.step.rights?.includes('fail_refund') === true ||
      every(
        taken,
        (was, is) => was.status === 'failed' || is.status !== 'failed' || wasReportedFailed(taken.before, is),
      ),
  },
  {
    name: 'a refund that has failed does not come back',
    holds: (taken) => every(taken, (was, is) => was.status !== 'failed' || is.status === 'failed'),
  },
  {
    name: 'a refund that has succeeded is not open again',
    holds: (taken) => every(taken, (was, is) => was.status !== 'succeeded' || is.status !== 'pending'),
  },
  {
    name: 'no refund is asked for beyond what is left',
    holds: (taken) => {
      const refund = asked(taken);
      return refund === undefined || left(taken.after, refund) >= 0;
    },
  },
  {
    name: 'refunds and disputes move no payment',
    holds: ({ before, after, step }) => !isBeside(step.name) || paymentOf(before) === paymentOf(after),
  },
  {
    name: 'a dispute that has ended is open again only at a later stage or a later time',
    holds: ({ before, after, step }) =>
      step.rights?.includes('reopen_dispute') === true ||
      Object.values(before.disputes).every(
        ({ id, status }) => status === 'open' || after.disputes[id]?.status !== 'open',
      ),
  },
  {
    name: 'a dispute as it was before changes nothing',
    holds: ({ before, after, step }) =>
      !step.name.endsWith(ofEarlierTime) ||
      Object.values(before.disputes).every(({ as_of }) => as_of === undefined || after === before),
  },
];

const isBeside = (name: string): boolean => name.startsWith('refund: ') || name.startsWith('dispute: ');

/** Its failure was reported under the PSP's id before that id was known to be ours. */
const wasReportedFailed = ({ refunds }: Charge, { id, psp_reference }: Refund): boolean =>
  Object.values(refunds).some(
    (other) => other.id !== id && other.psp_reference === psp_reference && other.status === 'failed',
  );
