import { decideBody } from '../../../lib/http/schemas/action-bodies.ts';
import { chargeFilters } from '../../../lib/http/schemas/filters/charge-filters.ts';
import { disputeFilters, refundFilters } from '../../../lib/http/schemas/filters/part-filters.ts';
import { cancelBody, captureBody } from '../../../lib/http/schemas/operation-bodies.ts';
import { refundBody } from '../../../lib/http/schemas/refund-body.ts';
import { amountQueryWords, listQueryWords } from './list-words.ts';
import { minorUnit } from './minor-unit.ts';
import { noFields } from './no-fields.ts';
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
    body: {
      name: 'RefundCharge',
      schema: refundBody,
      words: {
        '': 'Money to give back.',
        charge: 'The charge to refund.',
        amount: `${minorUnit} Everything that is left where absent.`,
        reason: 'Why it is given back.',
        allow_disputed:
          'Refund what an open dispute holds, too. If the dispute is lost, the customer has that money twice.',
        metadata: 'Your own data: at most 50 keys and 1 KiB in all.',
      },
    },
    answers: ['Refund'],
    errors: [
      'resource_missing',
      'refund_amount_too_large',
      'charge_disputed',
      'charge_already_refunded',
      'charge_not_refundable',
      'too_many_refunds',
    ],
  },
  captureCharge: {
    tag: 'Charges',
    summary: 'Capture a charge',
    description: 'Takes all or a part of what an authorized charge holds. Once; the rest is released.',
    body: {
      name: 'CaptureCharge',
      schema: captureBody,
      words: {
        '': 'Held money to take.',
        charge: 'The authorized charge.',
        amount: `${minorUnit} At most what was authorized; all of it where absent. The rest is released. A charge is captured once.`,
      },
    },
    answers: ['Charge'],
    errors: [...operation, 'charge_not_capturable', 'capture_amount_too_large'],
  },
  cancelCharge: {
    tag: 'Charges',
    summary: 'Cancel a charge',
    description: 'Lets go of what an authorized charge holds.',
    body: {
      name: 'CancelCharge',
      schema: cancelBody,
      words: { '': 'Held money to let go.', charge: 'The authorized charge.' },
    },
    answers: ['Charge'],
    errors: [...operation, 'charge_not_cancelable'],
  },
  refreshCharge: {
    tag: 'Charges',
    summary: 'Refresh a charge',
    description:
      'Asks the PSP about the charge now and records every fact it reports, no matter who caused it: a capture, void or refund made in its dashboard, a hold that has expired. Sends nothing that moves money.',
    path,
    body: noFields,
    answers: ['Charge'],
    errors: ['resource_missing', 'charge_not_refreshable'],
  },
  decideCharge: {
    tag: 'Charges',
    summary: 'Decide a charge',
    description:
      'Says what became of something on the charge that needs review: what a person has found at the PSP. The decision is kept, with who made it and why. If the PSP says otherwise later, the PSP counts, and an alarm rings.',
    path,
    body: {
      name: 'DecideCharge',
      schema: decideBody,
      words: {
        '': 'What a person has found out at the PSP.',
        operation:
          "What is decided: an `operation` of the charge's `open` list. May be left out if only one thing there needs review.",
        outcome:
          '`captured` or `succeeded`: it was done; of an attempt, `captured` says that the money was taken and `succeeded` that it is held. `canceled`: it was released. `failed` or `absent`: it was not done, or the PSP has no trace of it.',
        amount: `${minorUnit} What was captured; if absent, all that was asked for.`,
        psp_reference:
          'What the PSP calls it. Required for an attempt that took or holds money, if the charge has none yet.',
        note: 'Why, for later readers.',
        revision:
          'The `revision` of the charge on which you decide. If it has changed since: `version_conflict`.',
      },
    },
    answers: ['Charge'],
    errors: ['resource_missing', 'charge_not_decidable', 'version_conflict'],
  },
  listCharges: {
    tag: 'Charges',
    summary: 'List charges',
    description:
      'Newest first. By `session`, `reference` or `psp_reference` they are looked up; `reference` finds those of the newest 100 sessions that carry it.',
    query: {
      schema: chargeFilters,
      words: {
        ...listQueryWords,
        ...amountQueryWords,
        status: 'Their status now.',
        psp: 'The PSP account that holds them.',
        currency: 'Lowercase ISO 4217 code.',
        session: 'Those of this session.',
        reference: 'Those of sessions with this `reference`, your own order id.',
        psp_reference: 'What the PSP calls it, exactly.',
        open: 'Only those on which something is not yet ended, longest open first.',
      },
    },
    answers: ['ChargeList'],
    errors: [],
  },
  listRefunds: {
    tag: 'Charges',
    summary: 'List refunds',
    description:
      'Newest first, those made at the PSP included. A refund is in this list within seconds; of a `charge`, `session` or `reference` all are shown at once.',
    query: {
      schema: refundFilters,
      words: {
        ...listQueryWords,
        ...amountQueryWords,
        status: 'Their status now.',
        psp: 'The PSP account that gives the money back.',
        currency: 'Lowercase ISO 4217 code.',
        charge: 'Those of this charge.',
        session: 'Those of this session.',
        reference: 'Those of the newest 100 sessions with this `reference`, your own order id.',
      },
    },
    answers: ['RefundList'],
    errors: [],
  },
  retrieveRefund: {
    tag: 'Charges',
    summary: 'Retrieve a refund',
    description:
      'One refund. It is found within seconds after it was made; until then the answer is 404 with `retry-after`.',
    path: { id: 'The id of the refund.' },
    answers: ['Refund'],
    errors: ['resource_missing'],
  },
  listDisputes: {
    tag: 'Charges',
    summary: 'List disputes',
    description:
      'Chargebacks and inquiries, newest first. A dispute is in this list within seconds after its PSP reported it; of a `charge`, `session` or `reference` all are shown at once. They are answered at the PSP.',
    query: {
      schema: disputeFilters,
      words: {
        ...listQueryWords,
        ...amountQueryWords,
        status: 'Their status now.',
        psp: 'The PSP account that holds the charge.',
        currency: 'Lowercase ISO 4217 code.',
        charge: 'Those of this charge.',
        session: 'Those of this session.',
        reference: 'Those of the newest 100 sessions with this `reference`, your own order id.',
      },
    },
    answers: ['DisputeList'],
    errors: [],
  },
  retrieveDispute: {
    tag: 'Charges',
    summary: 'Retrieve a dispute',
    description:
      'One dispute. It is found within seconds after its PSP reported it; until then the answer is 404 with `retry-after`.',
    path: { id: 'The id of the dispute.' },
    answers: ['Dispute'],
    errors: ['resource_missing'],
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
