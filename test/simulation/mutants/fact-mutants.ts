import type { Mutant } from './mutant.ts';

/** Mistakes in what a PSP tells: by webhook, by look-up, and of what was done elsewhere. */
export const factMutants: readonly Mutant[] = [
  {
    name: 'a look that shows the old state ends a capture',
    file: 'charge/transitions/charge-table.ts',
    find: '  ...factRows,\n',
    replace:
      '  ...factRows,\n  approved: { ...factRows.approved, capturing: operationRows.capture_failed.capturing },\n',
  },
  {
    name: 'the failure of a former capture un-pays the charge',
    from: 956,
    often: ['capture_fails_late', 'webhook_again'],
    file: 'payments/webhooks/named-operation.ts',
    find: "    if (operation?.id !== id) return 'former';",
    replace: "    if (operation?.id !== id) return 'done';",
  },
  {
    name: 'a failure that names no capture un-pays the charge',
    often: ['event_unnamed', 'dashboard_capture_refused', 'operation_refused'],
    file: 'payments/webhooks/named-operation.ts',
    find: '  if (others && !matches) return undefined;',
    replace: "  if (others && !matches) return 'done';",
  },
  {
    name: 'a capture reported failed is not heard',
    file: 'charge/transitions/fact-rows.ts',
    find: '    captured: withdrawCapture,',
    replace: '    captured: attemptEnded,',
  },
  {
    name: 'a captured charge is moved back by an older look',
    file: 'charge/transitions/fact-cells.ts',
    find: "    if (!charge.presumed || (unverified && result.outcome === 'approved')) return withItsId(charge, result);\n",
    replace: '',
  },
  {
    name: 'an old approval that nobody could check is believed after its capture has failed',
    file: 'charge/transitions/fact-cells.ts',
    find: '    if (unverified && (charge.captures_failed !== undefined || has_replaced)) return charge;\n',
    replace: '',
  },
  {
    name: 'a capture that fails before its attempt is known is counted',
    from: 378,
    often: ['automatic_capture_fails', 'answer_lost'],
    file: 'payments/webhooks/apply-reported-operation.ts',
    find: '  if (isAttemptOpen(charge)) throw mustWait(psp);\n',
    replace: '',
  },
  {
    name: 'a part that was captured elsewhere counts as the whole',
    file: 'charge/transitions/fact-cells.ts',
    find: 'withCapturedTotal(known, amount_captured, {\n      external: !ours',
    replace: 'withCapturedTotal(known, charge.amount, {\n      external: !ours',
  },
  {
    name: 'what another program does to a payment is lost until its id is known',
    from: 13,
    often: ['foreign_reference', 'dashboard_refund', 'dashboard_capture', 'answer_lost'],
    file: 'payments/webhooks/hold-event.ts',
    find: '  if (reference !== undefined ||',
    replace: '  if (reference === undefined ||',
  },
  {
    name: 'a webhook is believed without asking the PSP',
    file: 'payments/webhooks/receive-authorization-event.ts',
    find: '  if (!psp.lookUp) return',
    replace: '  if (!psp.lookUp || money) return',
  },
  {
    name: 'a capture made elsewhere counts each time it is told',
    from: 15,
    often: ['dashboard_capture', 'webhook_again'],
    file: 'charge/reported-captures.ts',
    find: ' captures[key] !== undefined;',
    replace: ' false && captures[key] !== undefined;',
    also: [
      {
        file: 'payments/webhooks/take-event.ts',
        find: '    charge.events?.includes(event.id) ||\n',
        replace: '',
      },
      {
        file: 'payments/reports/apply.ts',
        find: "  if (event !== undefined && charge.events?.includes(event)) return { outcome: 'unchanged' };\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a capture made elsewhere is not heard to have failed',
    often: ['dashboard_capture', 'dashboard_capture_fails'],
    file: 'payments/webhooks/apply-reported-operation.ts',
    find: '  const elsewhere = key !== undefined &&',
    replace: "  const elsewhere = key !== undefined && charge.capture_method === 'automatic' &&",
  },
  {
    name: 'a void or a capture made elsewhere is not marked',
    from: 10,
    file: 'charge/captured-total.ts',
    find: '    ...(external ? { external: true } : {}),',
    replace: '',
  },
  {
    name: 'a refund made elsewhere is not recorded',
    file: 'payments/reports/apply-refund-facts.ts',
    find: '  const written = await ports.store.recordRefund(charge.id, refund, mark);',
    replace:
      '  const written = refund.amount < 0 ? await ports.store.recordRefund(charge.id, refund, mark) : { ok: false as const, charge: undefined };',
  },
  {
    name: 'a refund of ours is recorded a second time as made elsewhere',
    file: 'payments/reports/apply-refund-facts.ts',
    find: '  if (named && !isSecond(charge, named, fact, listed)) return named;\n',
    replace: '',
  },
  {
    name: 'a void made elsewhere leaves the charge authorised',
    file: 'charge/transitions/fact-rows.ts',
    find: '  voided: released,\n',
    replace: '  voided: { ...released, authorized: alreadyRecorded },\n',
  },
  {
    name: 'a dispute that was lost counts as open',
    file: 'charge/transitions/dispute-change.ts',
    find: '  lost: [-1, -1],',
    replace: '  lost: [-1, 0],',
  },
  {
    name: 'a dispute that was won does not give back',
    file: 'charge/transitions/dispute-change.ts',
    find: '  won: [0, 0],',
    replace: '  won: [-1, 0],',
  },
  {
    name: 'news of a dispute that has ended opens it again',
    from: 102,
    file: 'charge/transitions/dispute-change.ts',
    find: "return recorded.status !== 'open' && fact.status === 'open';",
    replace: "return recorded.id === '' && recorded.status !== 'open' && fact.status === 'open';",
  },
  {
    name: 'a dispute is not opened again at its stage',
    from: 13,
    often: ['disputed', 'dispute_reopened'],
    file: 'charge/transitions/dispute-change.ts',
    find: '  return !isLater(fact, recorded) && isOfEarlierStep',
    replace: '  return isOfEarlierStep',
  },
  {
    name: 'one write id for all that a function writes',
    file: 'payments/records/change-charge.ts',
    find: '  const write = ports.newWrite();',
    replace: "  const write = ports.newWrite().replace(/\\.\\d+$/, '');",
  },
  {
    name: 'what concerns a session that has gone is dropped',
    from: 310,
    file: 'payments/reconcile/recover-charge.ts',
    find: '  const session = await ports.store.session(charge.session);\n',
    replace:
      "  const session = await ports.store.session(charge.session);\n  if (!session) return 'missing';\n",
  },
  {
    name: 'an event about a session that has gone is answered as unknown',
    file: 'payments/webhooks/take-event.ts',
    find: '      const records = { charge, session: await ports.store.session(charge.session) };\n',
    replace:
      "      const records = { charge, session: await ports.store.session(charge.session) };\n      if (!records.session) throw new Error('No such session.');\n",
  },
  {
    name: 'what a person decided stands against every fact',
    from: 221,
    often: ['answer_lost', 'webhook_again'],
    file: 'payments/reports/apply-refund-facts.ts',
    find: "  if (isDenied(charge, ours)) return 'decision_contradicted';",
    replace: '  if (isDenied(charge, ours)) return undefined;',
  },
  {
    name: 'what a person decided of a refund ends nothing',
    from: 15,
    file: 'payments/decisions/settle-decision.ts',
    find: "    case 'refund': {\n",
    replace: "    case 'refund': {\n      if (records.charge.id !== '') return records;\n",
  },
  {
    name: 'a customer’s approval is taken for the money',
    from: 64,
    file: 'payments/webhooks/apply-event.ts',
    find: '      return receiveAuthentication(context);',
    replace: `      await applyResult(context.ports, records, {
        outcome: 'captured',
        psp_reference: records.charge.psp_reference ?? '',
        amount_captured: records.charge.amount,
      });
      return;`,
    also: [
      {
        file: 'payments/webhooks/apply-event.ts',
        find: 'import { receiveAuthentication }',
        replace: "import { applyResult } from '../reports/apply.ts';\nimport { receiveAuthentication }",
      },
    ],
  },
  {
    name: 'what is said of another payment is booked on the first',
    often: ['second_payment', 'dashboard_refund'],
    file: 'payments/webhooks/contradicted-event.ts',
    find: '  if (isOfOther(charge, event)) return',
    replace: "  if (charge.id === '' && isOfOther(charge, event)) return",
  },
  {
    name: 'late money is called another payment if a first one was declined',
    often: ['key_ended', 'declined'],
    file: 'payments/webhooks/contradicted-event.ts',
    find: ' && heldOrTookMoney(charge) && !mayBe',
    replace: ' && !isAttemptOpen(charge) && !mayBe',
  },
  {
    name: 'another payment is given up when its PSP does not respond',
    from: 178,
    often: ['second_payment', 'dashboard_refund', 'request_lost'],
    file: 'payments/webhooks/other-payment.ts',
    find: '  if (!hasResponded(found)) throw mustWait(psp);',
    replace: '  if (!hasResponded(found)) return undefined;',
  },
  {
    name: 'a capture that a person has counted is counted again',
    from: 60,
    often: ['second_payment', 'dashboard_capture'],
    file: 'charge/transitions/fact-cells.ts',
    find: '    const more = presumed ? Math.max',
    replace: "    const more = presumed && charge.id === '' ? Math.max",
  },
  {
    name: 'an event that came too early is refused until it can be applied',
    often: ['webhook_queue', 'answer_lost'],
    file: 'payments/webhooks/take-event.ts',
    find: "  await keepWaiting(ports, charge, event, { for_person: contradiction === 'not_confirmed' });\n  return false;",
    replace: `  if (contradiction === undefined) throw mustWait(psp);
  await keepWaiting(ports, charge, event, { for_person: contradiction === 'not_confirmed' });
  return false;`,
    also: [
      {
        file: 'payments/webhooks/take-event.ts',
        find: 'import { isWait } from',
        replace: 'import { isWait, mustWait } from',
      },
      {
        file: 'payments/webhooks/hold-event.ts',
        find: '  const at = clock.now();',
        replace: '  if (event.reference !== undefined) return false;\n  const at = clock.now();',
      },
    ],
  },
];
