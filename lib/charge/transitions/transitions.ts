import type { Charge, ChargeOperation, Reversal } from '../../types/charge.ts';
import type {
  ActionRequired,
  Canceled,
  Captured,
  Declined,
  Held,
  LookUpResult,
  Unknown,
} from '../../types/psp.ts';

/** No further data. */
type Nothing = Readonly<Record<never, never>>;

/** Why an operation failed, if the PSP said. */
type Failure = { readonly failure?: NonNullable<ChargeOperation['failure']> };

/**
 * Every transition of a charge, with its data. The first group is what the PSP says about the payment: a response, a look-up and an event report the
 * same fact.
 */
export type Transitions = {
  readonly approved: { readonly result: Held };
  /** More than, as much as or less than the charge's total. */
  readonly captured_more: { readonly result: Captured };
  readonly captured_same: { readonly result: Captured };
  readonly captured_less: { readonly result: Captured };
  readonly action_required: { readonly result: ActionRequired };
  readonly declined: { readonly result: Declined };
  readonly voided: { readonly result: Canceled };
  readonly expired: { readonly result: Canceled };
  readonly unknown: { readonly result: Unknown };
  /** Proved: the PSP has no payment, and no request can still arrive. */
  readonly absent: Nothing;

  /** A capture made elsewhere, at a PSP that reports no totals. `payment`: the PSP's id of the payment. */
  readonly capture_elsewhere: { readonly key: string; readonly amount: number; readonly payment?: string };
  /**
   * A reported capture has failed: ours, or one made elsewhere under `key`. `left`: how much the PSP says is captured now. `psp_id`: its id of the
   * failed capture. `failed`: the key of an automatic one. `is_other`: the report does not say that it is ours.
   */
  readonly capture_taken_back: {
    readonly key?: string;
    readonly left?: number;
    readonly psp_id?: string;
    readonly failed?: string;
    readonly is_other?: boolean;
  };
  /** A capture failed before it was reported; its key may later show which capture it is. */
  readonly capture_failure_told: { readonly key: string };

  readonly customer_returned: { readonly now: number };
  readonly completion_not_sent: Nothing;
  /** Only we could complete the attempt that waits for its customer, and we never will: its session has ended, or is paid another way. */
  readonly abandoned: Nothing;
  /** `by`: as in a step. */
  readonly fence_sent: { readonly by?: string };
  readonly fence_failed: Nothing;
  /** A verified report that cannot be applied yet. */
  readonly noted: { readonly result: LookUpResult };

  readonly capture_asked: { readonly operation: ChargeOperation };
  readonly cancel_asked: { readonly operation: ChargeOperation };
  /** The open capture or cancel is about to be sent again. */
  readonly operation_sent: { readonly now: number };
  readonly capture_accepted: { readonly psp_reference?: string };
  readonly capture_succeeded: { readonly amount: number; readonly psp_reference?: string };
  readonly capture_failed: Failure;
  readonly cancel_accepted: { readonly psp_reference?: string };
  readonly cancel_succeeded: Nothing;
  readonly cancel_failed: Failure;
  /** The outcome of the capture or cancel is unknown. */
  readonly operation_unknown: Nothing;

  readonly reversal_sent: { readonly now: number; readonly of?: string; readonly amount?: number };
  readonly reversal_accepted: Nothing;
  /** `captured`: everything captured has been returned, and this was its amount. `unsettled`: by other refunds, while our own is under way. */
  readonly reversal_succeeded: Pick<Reversal, 'parts' | 'captured' | 'unsettled' | 'lost' | 'failed_at'>;
  /** Our try has returned its amount, and there is more to return: `next`. */
  readonly reversal_incomplete: { readonly next: Reversal };
  /** Another refund has returned a part, or has failed. `settled`: the result of our own is known, and counts in the parts if it succeeded. */
  readonly reversal_part: Pick<Reversal, 'parts' | 'failed_at'> & { readonly settled?: boolean };
  /** It is retried as `next`. */
  readonly reversal_failed: { readonly next: Reversal };
  readonly reversal_taken_back: { readonly next: Reversal };

  readonly schedule_used_up: { readonly ids: readonly string[] };
  /** A person decides the outcome of the attempt. */
  readonly decided_taken: { readonly amount_captured: number; readonly psp_reference?: string };
  readonly decided_gone: { readonly outcome: 'absent' | 'canceled' };

  /** From here on, the table only refuses, or says what happens elsewhere: refunds and disputes have records of their own. */
  readonly refund_asked: Nothing;
  readonly refund_elsewhere: Nothing;
  readonly dispute_opened: Nothing;
  readonly dispute_won: Nothing;
  readonly dispute_lost: Nothing;
  readonly function_killed: Nothing;
  readonly order_paid_elsewhere: Nothing;
};

export type Transition = keyof Transitions;

export type AnyTransition = { [T in Transition]: { readonly transition: T } & Transitions[T] }[Transition];

/** The transition that this result makes on the charge. Pure. */
export const transitionOf = ({ amount_captured }: Charge, result: LookUpResult): AnyTransition => {
  switch (result.outcome) {
    case 'approved':
      return { transition: 'approved', result };
    case 'captured':
      if (result.amount_captured === amount_captured) return { transition: 'captured_same', result };
      return {
        transition: result.amount_captured > amount_captured ? 'captured_more' : 'captured_less',
        result,
      };
    case 'requires_action':
      return { transition: 'action_required', result };
    case 'canceled':
      return { transition: result.hold === 'expired' ? 'expired' : 'voided', result };
    case 'absent':
      return { transition: 'absent' };
    case 'unknown':
    case 'duplicate':
      return { transition: 'unknown', result };
    default:
      return { transition: 'declined', result };
  }
};
