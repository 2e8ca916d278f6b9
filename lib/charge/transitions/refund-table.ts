import type { Charge, Refund } from '../../types/charge.ts';
import type { Decline } from '../../types/outcome.ts';

/** `denied`: a person has called it failed, and the PSP has not. */
export const refundStates = ['open', 'accepted', 'succeeded', 'denied', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** A report about one refund: from our call, the PSP's list of refunds, an event, or a person. */
export type RefundReport =
  | { readonly outcome: 'accepted' | 'succeeded'; readonly psp_reference?: string }
  | { readonly outcome: 'failed'; readonly reason?: Decline }
  | { readonly outcome: 'unknown' };

type Cell =
  | { readonly does: string; readonly apply: (refund: Refund, reported: RefundReport) => Partial<Refund> }
  | { readonly ignored: string };

const referenceOf = (reported: RefundReport): { readonly psp_reference?: string } =>
  'psp_reference' in reported && reported.psp_reference !== undefined
    ? { psp_reference: reported.psp_reference }
    : {};

const accept: Cell = {
  does: 'accepted; its result is awaited',
  apply: (_, reported) => ({ accepted: true, ...referenceOf(reported) }),
};
const succeed: Cell = {
  does: 'the money is back',
  apply: (_, reported) => ({ status: 'succeeded', accepted: true, ...referenceOf(reported) }),
};
const fail: Cell = {
  does: 'it has failed, and its amount may be refunded again',
  apply: (_, reported) => ({
    status: 'failed',
    ...('reason' in reported && reported.reason !== undefined ? { failure_reason: reported.reason } : {}),
  }),
};
const stay: Cell = { does: 'it stays open, its amount reserved', apply: () => ({}) };
const terminal: Cell = {
  ignored: 'if the PSP has it after all, it is recorded as made elsewhere',
};
const confirm: Cell = { does: 'it has failed: the PSP confirms that', apply: fail.apply };
const known_: Cell = { ignored: 'already recorded' };

/** Every state of a refund × every report about it. */
export const refundTable: Readonly<Record<RefundState, Readonly<Record<RefundReport['outcome'], Cell>>>> = {
  open: { accepted: accept, succeeded: succeed, failed: fail, unknown: stay },
  accepted: { accepted: known_, succeeded: succeed, failed: fail, unknown: stay },
  succeeded: {
    accepted: known_,
    succeeded: known_,
    failed: fail,
    unknown: { ignored: 'an unknown outcome is not a fact' },
  },
  denied: { accepted: terminal, succeeded: terminal, failed: confirm, unknown: terminal },
  failed: { accepted: terminal, succeeded: terminal, failed: known_, unknown: terminal },
};

const refundStateOf = ({ status, accepted, failure_reason }: Refund): RefundState => {
  if (status === 'failed') return failure_reason === undefined ? 'denied' : 'failed';
  if (status === 'succeeded') return status;
  return accepted ? 'accepted' : 'open';
};

/** A person has called it failed, and the PSP has not: a later report that it is done counts. */
export const isDenied = ({ decisions = [] }: Pick<Charge, 'decisions'>, refund: Refund): boolean =>
  refundStateOf(refund) === 'denied' && decisions.some(({ operation }) => operation === refund.id);

/** The refund's next revision, written as `write`; undefined if this changes nothing. Pure. */
export const refundAfter = (refund: Refund, reported: RefundReport, write: string): Refund | undefined => {
  const cell = refundTable[refundStateOf(refund)][reported.outcome];
  if ('ignored' in cell) return undefined;
  const next: Refund = { ...refund, ...cell.apply(refund, reported), rev: refund.rev + 1, write };
  // No check is left for one that is still open.
  if (next.status === 'pending') return next;
  const { needs_review, ...ended } = next;
  return ended;
};
