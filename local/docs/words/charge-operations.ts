import type { OperationText } from './operation-text.ts';

const operation = [
  'resource_missing',
  'charge_operation_in_progress',
  'charge_operation_refused',
  'psp_unavailable',
] as const;

const path = { id: 'The id of the charge.' };

export const chargeOperations = {
  refundCharge: {
    tag: 'Charges',
    summary: 'Refund a charge',
    description:
      'Gives back all or a part of what was captured, at the PSP account that holds the charge, whatever the rules say today. The amount is reserved before the PSP is called: refunds never exceed what was captured, however many arrive at once.',
    body: 'RefundCharge',
    answers: ['Refund'],
    errors: [
      'resource_missing',
      'refund_amount_too_large',
      'charge_already_refunded',
      'charge_not_refundable',
      'too_many_refunds',
    ],
  },
  captureCharge: {
    tag: 'Charges',
    summary: 'Capture a charge',
    description: 'Takes all or a part of what an authorized charge holds. Once; the rest is released.',
    body: 'CaptureCharge',
    answers: ['Charge'],
    errors: [...operation, 'charge_not_capturable', 'capture_amount_too_large'],
  },
  cancelCharge: {
    tag: 'Charges',
    summary: 'Cancel a charge',
    description: 'Lets go of what an authorized charge holds.',
    body: 'CancelCharge',
    answers: ['Charge'],
    errors: [...operation, 'charge_not_cancelable'],
  },
  refreshCharge: {
    tag: 'Charges',
    summary: 'Refresh a charge',
    description:
      'Asks the PSP about the charge now and takes over every fact it tells, whoever caused it: a capture, void or refund made in its dashboard, a hold that has expired. Sends nothing that moves money.',
    path,
    body: 'NoFields',
    answers: ['Charge'],
    errors: ['resource_missing', 'charge_not_refreshable'],
  },
  decideCharge: {
    tag: 'Charges',
    summary: 'Decide a charge',
    description:
      'Says what became of something on the charge that needs review: what a person has found at the PSP. The decision is kept, with who made it and why. If the PSP says otherwise later, the PSP counts, and an alarm rings.',
    path,
    body: 'DecideCharge',
    answers: ['Charge'],
    errors: ['resource_missing', 'charge_not_decidable', 'version_conflict'],
  },
  retrieveCharge: {
    tag: 'Charges',
    summary: 'Retrieve a charge',
    description: 'The charge and its refunds, as they are now.',
    path,
    answers: ['Charge'],
    errors: ['resource_missing'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
