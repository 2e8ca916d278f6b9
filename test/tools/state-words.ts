import type { RefundReport } from '../../lib/charge/transitions/refund-table.ts';
import type { Transition } from '../../lib/charge/transitions/transitions.ts';
import type { ChargeState } from '../../lib/types/charge-state.ts';
import type { OpenThing } from '../../lib/types/open-things.ts';

/** The states in the words of somebody who has not read the code. */
export const stateWords: Readonly<Record<ChargeState, string>> = {
  pending: 'sent or about to be; the outcome is not known',
  requires_action: 'the customer is authenticating',
  authorized: 'the money is held',
  capturing: 'the money is held, and a capture is in progress',
  canceling: 'the money is held, and a cancel is in progress',
  captured: 'money was taken: as much as the PSP says, whoever asked for it',
  canceled: 'the hold has ended, and nothing was taken',
  failed: 'nothing was taken',
  reversing: 'money arrived for an abandoned attempt; it is being returned (the API shows `failed`)',
  reversed: 'that money has been returned (the API shows `failed`)',
};

/** Every transition, in groups and in few words. */
export const transitionGroups: Readonly<Record<string, Readonly<Partial<Record<Transition, string>>>>> = {
  'What the PSP says of the payment': {
    approved: 'held',
    captured_more: 'captured, more than recorded',
    captured_same: 'captured, as much as recorded',
    captured_less: 'captured, less than recorded',
    action_required: 'the customer must act',
    declined: 'declined',
    voided: 'voided',
    expired: 'the hold expired',
    unknown: 'outcome unknown',
    absent: 'proof that nothing is there',
  },
  'What is reported of one capture': {
    capture_elsewhere: 'a capture made elsewhere',
    capture_taken_back: 'the capture failed after all',
    capture_failure_told: 'a capture failed that is not recorded yet',
  },
  'The customer, the session and recovery': {
    customer_returned: 'the customer returns',
    completion_not_sent: 'the completion was never sent',
    abandoned: 'we no longer wait for its customer',
    fence_sent: 'a cancel by reference is sent',
    fence_failed: 'the cancel by reference failed',
    noted: 'noted, to be applied later',
    function_killed: 'a function is killed',
    order_paid_elsewhere: 'another session of the order is paid',
  },
  'Captures and cancels': {
    capture_asked: 'a capture is requested',
    cancel_asked: 'a cancel is requested',
    operation_sent: 'the operation is sent again',
    capture_accepted: 'the capture is accepted',
    capture_succeeded: 'the capture is done',
    capture_failed: 'the capture failed',
    cancel_accepted: 'the cancel is accepted',
    cancel_succeeded: 'the cancel is done',
    cancel_failed: 'the cancel failed',
    operation_unknown: 'outcome of the operation unknown',
  },
  'Money that came too late': {
    reversal_sent: 'the reversal is sent',
    reversal_accepted: 'the reversal is accepted',
    reversal_succeeded: 'the reversal is done',
    reversal_incomplete: 'a part of it is back',
    reversal_part: 'another refund returned a part, or failed',
    reversal_failed: 'the reversal failed',
    reversal_taken_back: 'the reversal failed after all',
  },
  'Recovery gives up, and a person decides': {
    schedule_used_up: 'the schedule of checks ends',
    decided_taken: 'a person says: taken or held',
    decided_gone: 'a person says: not taken',
  },
  'Refunds and disputes': {
    refund_asked: 'a refund is requested',
    refund_elsewhere: 'a refund made elsewhere',
    dispute_opened: 'a dispute is opened',
    dispute_won: 'a dispute is won, or closed',
    dispute_lost: 'a dispute is lost',
  },
};

export const refundReportWords: Readonly<Record<RefundReport['outcome'], string>> = {
  accepted: 'accepted',
  succeeded: 'succeeded',
  failed: 'failed',
  unknown: 'outcome unknown',
};

type Exit = { readonly ends: string; readonly person: string };

/** What ends each open item, and what a person can decide once its schedule is used up. */
export const exits: Readonly<Record<OpenThing['kind'], Exit>> = {
  attempt: {
    ends: 'the response to the call, a look-up, an event, the return from authentication, a cancel by reference with its own result, or proof of absence',
    person: '`captured` with an amount, `succeeded` (held), `canceled`, `failed`, `absent`',
  },
  capture: {
    ends: 'its response, a look-up that shows this much captured, its event, or a hold that is gone once nobody can still send it',
    person: '`captured` or `succeeded` with an amount, `failed`, `absent`',
  },
  cancel: {
    ends: 'its response, a look-up that shows the hold gone, its event, or a capture that came first',
    person: '`canceled` or `succeeded`, `failed`, `absent`',
  },
  refund: {
    ends: "its response, the PSP's list of refunds, its event; never a dispute and never time",
    person: '`succeeded`, `failed`, `absent`',
  },
  reversal: {
    ends: 'its response, a look-up or list that shows the money returned, its event; if it is refused one way, the other is tried',
    person: '`succeeded` or `canceled`, `failed` or `absent` (it is tried again)',
  },
};
