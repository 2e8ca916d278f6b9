import { sumCapturedElsewhere } from '../../../lib/charge/reported-captures.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { type ChargeState, isUnderWay, stateOf } from '../../../lib/types/charge-state.ts';
import { wellFormed } from '../../tools/well-formed.ts';
import type { Law, Taken } from './law.ts';
import { refundLaws } from './refund-laws.ts';
import { returnLaws } from './return-laws.ts';
import type { Right, Step } from './step.ts';

const open: readonly ChargeState[] = ['pending', 'requires_action'];
const givenUp: readonly ChargeState[] = ['failed', 'reversing', 'reversed'];
const has = ({ rights = [] }: Step, right: Right): boolean => rights.includes(right);
const isBeside = (name: string): boolean =>
  ['schedule_used_up', 'refund: ', 'a refund ', 'dispute: '].some((about) => name.startsWith(about));
const isSame = (one: object, other: object): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
const isIn = (charge: Charge, states: readonly ChargeState[]): boolean => states.includes(stateOf(charge));

/** The most that may be captured after a step that said so. */
const mostAfter = ({ before, step: { takes } }: Taken): number => {
  const { amount, amount_captured } = before;
  const known = Math.max(amount_captured, Math.min(amount, saidBefore(before)));
  if (!takes) return known;
  return 'total' in takes ? Math.max(known, takes.total) : Math.min(amount, known + takes.more);
};

/** What the record knows to have been captured and has not counted yet. */
const saidBefore = (charge: Charge): number => {
  const { observed } = charge.recovery ?? {};
  return observed?.outcome === 'captured' ? observed.amount_captured : sumCapturedElsewhere(charge);
};

const saidGone = ({ recovery }: Charge): boolean => recovery?.observed?.outcome === 'canceled';

const isEnded = (kind: 'capture' | 'cancel', { before, after }: Taken, status: 'done' | 'failed'): boolean =>
  isUnderWay(before[kind]) && after[kind]?.id === before[kind]?.id && after[kind]?.status === status;

const hasFinal = (kind: 'capture' | 'cancel', { before, after, step }: Taken): boolean => {
  const [was, is] = [before[kind], after[kind]];
  if (!was || isUnderWay(was) || was.id !== is?.id || was.status === is.status) return true;
  // A capture that was done may be reported failed.
  return kind === 'capture' && is.status === 'failed' && has(step, 'undo_capture');
};

/** Its failure was reported before it was known to be ours. */
const wasReportedFailed = ({ captures = {} }: Charge): boolean => Object.values(captures).includes(0);

const failedElsewhere = ({ captures = {} }: Charge, { captures: left = {} }: Charge): string | undefined =>
  Object.keys(captures).find((key) => (captures[key] ?? 0) > 0 && left[key] === 0);

/** Other captures made elsewhere, and ours if its PSP has named it. */
const leftToRefund = (
  { amount, amount_captured, captures = {}, captures_told = {}, capture }: Charge,
  failed: string,
): number => {
  const others = Object.entries(captures).filter(([key]) => key !== failed);
  const { psp_reference: named, amount: asked } = capture?.status === 'done' ? capture : { amount: 0 };
  const own = named === undefined ? 0 : (captures_told[named] ?? asked);
  const known = others.reduce((total, [, one]) => total + one, own);
  return Math.min(amount, amount_captured, known);
};

export const laws: readonly Law[] = [
  ...returnLaws,
  ...refundLaws,
  ...wellFormed.map(({ otherwise, holds }) => ({
    name: `stays well-formed, or ${otherwise}`,
    holds: ({ after }: Taken) => holds(after),
  })),
  {
    name: 'no money is created: no more is captured than the step says',
    holds: (taken) => taken.after.amount_captured <= mostAfter(taken),
  },
  {
    name: 'a captured amount falls only if it is named, or if a person had said it',
    holds: ({ before, after, step }) =>
      after.amount_captured >= before.amount_captured || before.presumed === true || has(step, 'lower'),
  },
  {
    name: 'what is known one by one stays counted when another capture fails',
    holds: ({ before, after }) => {
      const failed = failedElsewhere(before, after);
      return failed === undefined || after.amount_captured >= leftToRefund(before, failed);
    },
  },
  {
    name: 'an attempt that took or held money never becomes one that did not, unless a person had said that it did',
    holds: ({ before, after }) =>
      isIn(before, open) ||
      isIn(before, givenUp) ||
      before.presumed === true ||
      !isIn(after, [...open, ...givenUp]),
  },
  {
    name: 'an attempt that was given up takes nothing: what it took goes back',
    holds: ({ before, after }) =>
      !isIn(before, givenUp) || before.other_payment_of !== undefined || isIn(after, givenUp),
  },
  {
    name: 'a hold that is gone stays gone, unless a person had said so',
    holds: ({ before, after }) =>
      before.hold === undefined || before.presumed === true || after.hold === before.hold,
  },
  {
    name: 'an attempt fails only by a no, or by proof that nothing is there',
    holds: ({ before, after, step }) =>
      !isIn(before, open) || !isIn(after, ['failed']) || has(step, 'fail_attempt'),
  },
  {
    name: 'a capture under way fails only by its own no, or by proof that it can take nothing',
    holds: (taken) =>
      !isEnded('capture', taken, 'failed') ||
      has(taken.step, 'fail_capture') ||
      wasReportedFailed(taken.before),
  },
  {
    name: 'a cancel under way fails only by its own no, or because the money was captured',
    holds: (taken) =>
      !isEnded('cancel', taken, 'failed') ||
      has(taken.step, 'fail_cancel') ||
      taken.after.amount_captured > 0,
  },
  {
    name: 'a hold is gone only if that is said',
    holds: ({ before, after, step }) =>
      before.hold !== undefined || after.hold === undefined || has(step, 'release') || saidGone(before),
  },
  {
    name: 'a capture that has ended stays so, unless its failure is named',
    holds: (taken) => hasFinal('capture', taken),
  },
  { name: 'a cancel that has ended stays so', holds: (taken) => hasFinal('cancel', taken) },
  {
    name: 'a capture is done only if something is captured',
    holds: (taken) => !isEnded('capture', taken, 'done') || taken.after.amount_captured > 0,
  },
  {
    name: 'a cancel is done only if the hold is gone',
    holds: (taken) => !isEnded('cancel', taken, 'done') || taken.after.hold !== undefined,
  },
  {
    name: 'only a person supposes',
    holds: ({ before, after, step }) =>
      before.presumed === true || after.presumed !== true || step.kind === 'person',
  },
  {
    name: 'a payment moves no refund and no dispute',
    holds: ({ before, after, step }) =>
      isBeside(step.name) ||
      (isSame(before.refunds, after.refunds) && isSame(before.disputes, after.disputes)),
  },
];
