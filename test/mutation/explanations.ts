import type { Left } from './score.ts';

/** Why a mutant that nobody caught is none the worse: what it changes can show nowhere. */
export type Explanation = Pick<Left, 'file' | 'at' | 'original' | 'replacement'> & { readonly why: string };

export const explanations: readonly Explanation[] = [
  {
    file: 'lib/payments/transitions/operation-cells.ts',
    at: "['capturing', 'canceling', 'captured', 'canceled', 'authorized'],",
    original: "['capturing', 'canceling', 'captured', 'canceled', 'authorized']",
    replacement: '[]',
    why: 'The cell changes nothing, so nobody asks where it may lead.',
  },
  {
    file: 'lib/payments/recovery/recover-charge.ts',
    at: 'if (unanswered.length === 0) return charge;',
    original: 'unanswered.length === 0',
    replacement: 'false',
    why: 'Where nothing is unanswered the copy that is made instead is equal.',
  },
  {
    file: 'lib/payments/recovery/resolve-attempt.ts',
    at: 'return (await applyAnswer(ports, fenced.records, found, { decisive: true, only_at })).records;',
    original: 'true',
    replacement: 'false',
    why: '`decisive` counts only for an answer that is alive, and this one is `absent`.',
  },
  {
    file: 'lib/payments/apply.ts',
    at: "const released = changeBy(ports, records, observed.hold === 'expired' ? 'expired' : 'voided', {",
    original: "observed.hold === 'expired'",
    replacement: 'false',
    why: 'For a held charge `expired` and `voided` have one and the same cell, and it reads the hold from the answer.',
  },
  {
    file: 'lib/payments/change-charge.ts',
    at: "if (!stands || expects === 'absent') continue;",
    original: "expects === 'absent'",
    replacement: "expects !== 'absent'",
    why: 'What was handed back is read again instead: a read more, the same records or newer ones.',
  },
  {
    file: 'lib/payments/change-charge.ts',
    at: 'else if (charge && writes.length === 1 && session) session = await ports.store.session(session.id);',
    original: 'charge && writes.length === 1',
    replacement: 'true',
    why: 'The session is read although it was handed back: a read more, the same record or a newer one.',
  },
  {
    file: 'lib/payments/confirm-session.ts',
    at: '...(session.customer_email === undefined ? {} : { customer_email: session.customer_email }),',
    original: 'session.customer_email === undefined',
    replacement: 'false',
    why: 'The request then carries the field with `undefined`, which every adapter reads as one that is not there.',
  },
  {
    file: 'lib/payments/operate-charge.ts',
    at: "if (!claimed) throw new ApiError('internal', `The ${kind} of charge ${command.charge} was not recorded.`);",
    original: '`The ${kind} of charge ${command.charge} was not recorded.`',
    replacement: '``',
    why: 'The line only narrows the type: a claim that is written has its operation.',
  },
  {
    file: 'lib/payments/receive-dispute-event.ts',
    at: 'for (let round = 0; charge && round < 8; round++) {',
    original: 'round < 8',
    replacement: 'true',
    why: 'The bound shows only if others change the same dispute eight times while one event is taken in; each round then still ends.',
  },
  {
    file: 'lib/payments/receive-webhook.ts',
    at: 'if (isAttemptOpen(records.charge))',
    original: 'isAttemptOpen(records.charge)',
    replacement: 'true',
    why: 'The table ignores a note in every state but those of an open attempt.',
  },
  {
    file: 'lib/payments/refund-charge.ts',
    at: '...(reserved.charge.psp_reference === undefined ? {} : { psp_reference: reserved.charge.psp_reference }),',
    original: 'reserved.charge.psp_reference === undefined',
    replacement: 'false',
    why: 'The operation then carries the field with `undefined`, which every adapter reads as one that is not there.',
  },
  {
    file: 'lib/psp/checkout_com/payment-answer.ts',
    at: "const approval = approvals[payment.response_code ?? ''];",
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'The table of approvals has a line for neither text.',
  },
];
