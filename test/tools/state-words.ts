import type { Happening } from '../../lib/payments/transitions/happenings.ts';
import type { RefundHeard } from '../../lib/payments/transitions/refund-table.ts';
import type { ChargeState } from '../../lib/types/charge-state.ts';
import type { OpenThing } from '../../lib/types/open-things.ts';

/** The states in the words of somebody who has not read the code. */
export const stateWords: Readonly<Record<ChargeState, string>> = {
  pending: 'sent or about to be; nobody knows what became of it',
  requires_action: 'the customer is away to authenticate',
  authorized: 'the money is held',
  capturing: 'the money is held, and a capture is under way',
  canceling: 'the money is held, and a cancel is under way',
  captured: 'money was taken: as much as the PSP says, whoever asked for it',
  canceled: 'the hold came to its end, and nothing was taken',
  failed: 'nothing was taken',
  reversing:
    'money came for an attempt that had been given up; it is on its way back (the API shows `failed`)',
  reversed: 'that money is back (the API shows `failed`)',
};

/** Every happening, in groups and in few words. */
export const happeningGroups: Readonly<Record<string, Readonly<Partial<Record<Happening, string>>>>> = {
  'What the PSP says of the payment': {
    approved: 'held',
    captured_more: 'captured, more than is known',
    captured_same: 'captured, as much as is known',
    captured_less: 'captured, less than is known',
    action_required: 'the customer has to act',
    declined: 'declined',
    voided: 'voided',
    expired: 'the hold expired',
    unknown: 'no answer',
    absent: 'proved: nothing is there',
  },
  'What a PSP without look-up says of one capture': {
    capture_elsewhere: 'a capture made elsewhere',
    capture_taken_back: 'the capture failed after all',
    capture_failure_told: 'a capture failed that nobody knows of yet',
  },
  'The customer, the session and recovery': {
    customer_returned: 'the customer is back',
    completion_not_sent: 'the completion was never sent',
    session_expired: 'the session is over',
    fence_sent: 'a fence is sent',
    fence_failed: 'the fence failed',
    noted: 'seen, to be applied later',
    function_killed: 'a function is killed',
    order_paid_elsewhere: 'another session of the order is paid',
  },
  'Captures and cancels': {
    capture_asked: 'a capture is asked for',
    cancel_asked: 'a cancel is asked for',
    operation_sent: 'the operation is sent again',
    capture_accepted: 'the capture is accepted',
    capture_succeeded: 'the capture is done',
    capture_failed: 'the capture failed',
    cancel_accepted: 'the cancel is accepted',
    cancel_succeeded: 'the cancel is done',
    cancel_failed: 'the cancel failed',
    operation_unknown: 'no answer to the operation',
  },
  'Money that came too late': {
    reversal_sent: 'the reversal is sent',
    reversal_accepted: 'the reversal is accepted',
    reversal_succeeded: 'the reversal is done',
    reversal_part: 'a part went back another way',
    reversal_failed: 'the reversal failed',
    reversal_taken_back: 'the reversal failed after all',
  },
  'Recovery gives up, and a person decides': {
    schedule_used_up: 'all looks are used up',
    decided_taken: 'a person says: taken or held',
    decided_gone: 'a person says: not taken',
  },
  'Refunds and disputes': {
    refund_asked: 'a refund is asked for',
    refund_elsewhere: 'a refund made elsewhere',
    dispute_opened: 'a dispute is opened',
    dispute_won: 'a dispute is won, or closed',
    dispute_lost: 'a dispute is lost',
  },
};

export const refundHeardWords: Readonly<Record<RefundHeard['outcome'], string>> = {
  accepted: 'accepted',
  succeeded: 'succeeded',
  failed: 'failed',
  unknown: 'no answer',
};

type Exit = { readonly ends: string; readonly person: string };

/** What ends each open thing by itself, and what a person may say of it once its looks are used up. */
export const exits: Readonly<Record<OpenThing['kind'], Exit>> = {
  attempt: {
    ends: 'the answer to the call, a look-up, an event, the return from authentication, a fence with its own result, or absence that is proved',
    person: '`captured` with an amount, `succeeded` (held), `canceled`, `failed`, `absent`',
  },
  capture: {
    ends: 'its answer, a look-up that shows as much captured, its event, or a hold that is gone once nobody can still send it',
    person: '`captured` or `succeeded` with an amount, `failed`, `absent`',
  },
  cancel: {
    ends: 'its answer, a look-up that shows the hold gone, its event, or a capture that came first',
    person: '`canceled` or `succeeded`, `failed`, `absent`',
  },
  refund: {
    ends: "its answer, the PSP's list of refunds, its event; never a dispute and never time",
    person: '`succeeded`, `failed`, `absent`',
  },
  reversal: {
    ends: 'its answer, a look-up or list that shows the money back, its event; refused one way, it is tried the other way',
    person: '`succeeded`, `failed` (it is tried again)',
  },
};
