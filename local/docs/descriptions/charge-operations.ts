import { cancelBody } from '../../../lib/contract/bodies/cancel-body.ts';
import { captureBody } from '../../../lib/contract/bodies/capture-body.ts';
import { createNoteBody } from '../../../lib/contract/bodies/create-note-body.ts';
import { decideBody } from '../../../lib/contract/bodies/decide-body.ts';
import { refundBody } from '../../../lib/contract/bodies/refund-body.ts';
import { chargeFilters } from '../../../lib/contract/filters/charge-filters.ts';
import { noteFilters } from '../../../lib/contract/filters/note-filters.ts';
import { disputeFilters, refundFilters } from '../../../lib/contract/filters/part-filters.ts';
import {
  amountQueryDescriptions,
  listQueryDescriptions,
  pageQueryDescriptions,
  prefixQueryDescriptions,
} from './list-descriptions.ts';
import { minorUnit } from './minor-unit.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';

const operation = [
  'resource_missing',
  'charge_operation_in_progress',
  'charge_operation_refused',
  'psp_unavailable',
] as const;

const paymentMeant =
  'The PSP’s id of the payment that is meant, if it is one of the charge’s `other_payments`. Default: the charge’s own.';

const path = { id: 'The id of the charge.' };

export const chargeOperations = {
  refundCharge: {
    tag: 'Charges',
    summary: 'Refund a charge',
    description:
      'Refunds all or part of the captured amount, through the PSP account that holds the charge, whatever the rules say today. The amount is reserved before the PSP is called, so refunds never exceed what was captured, however many arrive at once.',
    body: {
      name: 'RefundCharge',
      schema: refundBody,
      descriptions: {
        '': 'A refund to make.',
        charge: 'The charge to refund.',
        psp_reference: paymentMeant,
        amount: `${minorUnit} Default: everything that is left.`,
        reason: 'Why it is refunded.',
        allow_disputed:
          'Also refund the amount of an open dispute. If the dispute is lost, the customer gets that money twice.',
        metadata: 'Your own data: at most 50 keys and 1 KiB in total.',
      },
    },
    answers: ['Refund'],
    errors: [
      'resource_missing',
      'refund_amount_too_large',
      'charge_disputed',
      'refund_limit_reached',
      'charge_already_refunded',
      'charge_not_refundable',
      'too_many_refunds',
      'charge_operation_refused',
    ],
  },
  captureCharge: {
    tag: 'Charges',
    summary: 'Capture a charge',
    description:
      'Takes all or part of the money that an authorized charge holds. This works once; the rest is released.',
    body: {
      name: 'CaptureCharge',
      schema: captureBody,
      descriptions: {
        '': 'A capture to make.',
        charge: 'The authorized charge.',
        amount: `${minorUnit} At most what was authorized. Default: all of it. The rest is released. A charge can be captured once.`,
      },
    },
    answers: ['Charge'],
    errors: [...operation, 'charge_not_capturable', 'capture_amount_too_large'],
  },
  cancelCharge: {
    tag: 'Charges',
    summary: 'Cancel a charge',
    description: 'Releases the money that an authorized charge holds.',
    body: {
      name: 'CancelCharge',
      schema: cancelBody,
      descriptions: {
        '': 'A hold to release.',
        charge: 'The authorized charge.',
        psp_reference: paymentMeant,
      },
    },
    answers: ['Charge'],
    errors: [...operation, 'charge_not_cancelable'],
  },
  refreshCharge: {
    tag: 'Charges',
    summary: 'Refresh a charge',
    description:
      'Asks the PSP about the charge now and records every fact it reports, whoever caused it: a capture, void or refund made in its dashboard, or an expired hold. Sends nothing that moves money.',
    path,
    body: noFields,
    answers: ['Charge'],
    errors: ['resource_missing', 'charge_not_refreshable'],
  },
  decideCharge: {
    tag: 'Charges',
    summary: 'Decide a charge',
    description:
      'Records what a person found out at the PSP about something on the charge that needs review. The decision is kept, with who made it and why. If the PSP says otherwise later, the PSP counts and an alarm fires; for money that came too late and was called returned, only the alarm fires.',
    path,
    body: {
      name: 'DecideCharge',
      schema: decideBody,
      descriptions: {
        '': 'What a person found out at the PSP.',
        operation:
          "The item to decide: an `operation` from the charge's `open` list. Optional if only one item needs review.",
        outcome:
          '`captured` or `succeeded`: it was done; for an attempt, `captured` means that the money was taken and `succeeded` that it is held. `canceled`: it was released. `failed` or `absent`: it was not done, or the PSP has no trace of it.',
        amount: `${minorUnit} For an attempt: with \`captured\`, what was captured; default, the requested amount. For a capture: with \`captured\`, everything captured on the charge so far; with \`succeeded\`, what this capture took; default, what it asked for. For a reversal by refund: what that one refund gave back; default, all it was to give back. The rest is sent again. For a refund, or a reversal by void: only the whole amount. Refused for a cancel, and with any outcome that it says nothing about.`,
        psp_reference:
          'The PSP’s id. Required for an attempt that took or holds money, if the charge has none yet.',
        note: 'Why, for later readers.',
        revision:
          'The `revision` of the charge that your decision is based on. If it has changed since, you get `version_conflict`.',
      },
    },
    answers: ['Charge'],
    errors: ['resource_missing', 'charge_not_decidable', 'version_conflict'],
  },
  createChargeNote: {
    tag: 'Charges',
    summary: 'Add a note to a charge',
    description:
      'Stores what somebody should know about the charge: at most 50 notes, which stay as they are. The audit trail shows who added one, and not what it says.',
    path,
    body: {
      name: 'CreateChargeNote',
      schema: createNoteBody,
      descriptions: { '': 'A note to add.', text: 'For people. A card number is refused.' },
    },
    answers: ['Note'],
    errors: ['resource_missing', 'too_many_notes'],
  },
  listChargeNotes: {
    tag: 'Charges',
    summary: 'List the notes of a charge',
    description: 'Newest first. A note is in the list as soon as it was answered.',
    path,
    query: { schema: noteFilters, descriptions: pageQueryDescriptions },
    answers: ['NoteList'],
    errors: ['resource_missing'],
  },
  listCharges: {
    tag: 'Charges',
    summary: 'List charges',
    description:
      'Newest first. `session`, `psp_reference`, `last4` and whatever identifies the session use an index. `reference` and a prefix list the charges of the sessions in the order of the values, those of the newest session first among equals.',
    query: {
      schema: chargeFilters,
      descriptions: {
        ...listQueryDescriptions,
        ...amountQueryDescriptions,
        status: 'The current status.',
        psp: 'The PSP account that holds the charge.',
        currency: 'Lowercase ISO 4217 code.',
        session: 'Only those of this session.',
        reference: 'Only those of sessions with this `reference`, your own order id.',
        psp_reference: 'The exact id at the PSP.',
        last4: 'The last four digits of the card.',
        brand: 'The brand of the card.',
        ...prefixQueryDescriptions,
        open: 'Only charges with something unfinished, longest open first.',
      },
    },
    answers: ['ChargeList'],
    errors: [],
  },
  listRefunds: {
    tag: 'Charges',
    summary: 'List refunds',
    description:
      'Newest first, including refunds made at the PSP. A refund appears in this list within seconds, or at once if you filter by `charge`, `session` or `reference`.',
    query: {
      schema: refundFilters,
      descriptions: {
        ...listQueryDescriptions,
        ...amountQueryDescriptions,
        status: 'The current status.',
        psp: 'The PSP account that refunds the money.',
        currency: 'Lowercase ISO 4217 code.',
        charge: 'Only those of this charge.',
        session: 'Only those of this session.',
        reference: 'Only those of the newest 100 sessions with this `reference`, your own order id.',
      },
    },
    answers: ['RefundList'],
    errors: [],
  },
  retrieveRefund: {
    tag: 'Charges',
    summary: 'Retrieve a refund',
    description:
      'One refund. It can be retrieved within seconds after it was made; until then the answer is 404 with `retry-after`.',
    path: { id: 'The id of the refund.' },
    answers: ['Refund'],
    errors: ['resource_missing'],
  },
  listDisputes: {
    tag: 'Charges',
    summary: 'List disputes',
    description:
      'Chargebacks and inquiries, newest first. A dispute appears in this list within seconds after its PSP reported it, or at once if you filter by `charge`, `session` or `reference`. You answer disputes at the PSP.',
    query: {
      schema: disputeFilters,
      descriptions: {
        ...listQueryDescriptions,
        ...amountQueryDescriptions,
        status: 'The current status.',
        psp: 'The PSP account that holds the charge.',
        currency: 'Lowercase ISO 4217 code.',
        charge: 'Only those of this charge.',
        session: 'Only those of this session.',
        reference: 'Only those of the newest 100 sessions with this `reference`, your own order id.',
      },
    },
    answers: ['DisputeList'],
    errors: [],
  },
  retrieveDispute: {
    tag: 'Charges',
    summary: 'Retrieve a dispute',
    description:
      'One dispute. It can be retrieved within seconds after its PSP reported it; until then the answer is 404 with `retry-after`.',
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
