import type { Mutant } from './mutant.ts';

/** Mistakes in finding out what became of what was left open. */
export const recoveryMutants: readonly Mutant[] = [
  {
    name: 'absence is taken for proof at once',
    from: 77,
    file: 'charge/elapsed-proof.ts',
    find: 'now - sent > lag_ms + absence_margin_ms;',
    replace: 'now - sent > lag_ms - absence_margin_ms;',
  },
  {
    name: 'clocks are taken to agree',
    often: ['clock_skewed', 'late_effect'],
    file: 'charge/elapsed-proof.ts',
    find: 'const clock_skew_ms = 600_000;',
    replace: 'const clock_skew_ms = 0;',
  },
  {
    name: 'an operation that is not shown has failed',
    from: 30,
    often: ['late_effect', 'answer_lost'],
    file: 'payments/reconcile/resolve-operations.ts',
    find: "  if (seen && seen !== 'absent') return settle(ports, kind, records, seen);",
    replace:
      "  if (seen) return settle(ports, kind, records, seen === 'absent' ? { outcome: 'failed', reason: 'processor_error' } : seen);",
  },
  {
    name: 'a cancel by reference that was only sent counts',
    file: 'payments/reconcile/resolve-attempt.ts',
    find: "  result.outcome === 'fencing' ? {} : { result };",
    replace: "  result.outcome === 'fencing' ? { result: { outcome: 'canceled' } } : { result };",
  },
  {
    name: 'a payment that was opened and never paid keeps its attempt open',
    often: ['call_cut'],
    file: 'payments/reconcile/resolve-attempt.ts',
    find: '  const canceled = await cancelByReference(ports, psp, records, actor);',
    replace:
      "  const canceled = found.outcome === 'unknown' && found.psp_reference ? { records } : await cancelByReference(ports, psp, records, actor);",
  },
  {
    name: 'a cancel by reference that failed counts',
    file: 'payments/webhooks/apply-event.ts',
    find: ' : receiveFailedCancel(context);',
    replace:
      " : void (await applyResult(context.ports, records, { outcome: 'canceled' }, { event: event.id, decisive: receiveFailedCancel.length > 0 }));",
    also: [
      {
        file: 'payments/webhooks/apply-event.ts',
        find: 'import { receiveAuthentication }',
        replace: "import { applyResult } from '../reports/apply.ts';\nimport { receiveAuthentication }",
      },
    ],
  },
  {
    name: 'an approval from before the cancel by reference is believed',
    from: 411,
    often: ['answer_lost', 'webhook_late'],
    file: 'payments/reports/apply.ts',
    find: "  if (charge.recovery?.fence === 'sent' && !options.decisive && isAlive(result))",
    replace:
      "  if (charge.recovery?.fence === 'sent' && charge.id === '' && !options.decisive && isAlive(result))",
  },
  {
    name: 'a hold that was gone before the answer came is forgotten',
    from: 30,
    often: ['hold_expires', 'dashboard_void', 'frozen', 'slow'],
    file: 'payments/reports/apply.ts',
    find: "  if (change.charge?.outcome !== 'approved' || observed?.outcome !== 'canceled') return change;",
    replace: "  if (change.charge?.outcome !== 'approved' || observed?.outcome !== 'absent') return change;",
  },
  {
    name: 'an effect that shows up late is ignored',
    file: 'charge/transitions/fact-rows.ts',
    find: '    ...onceHeld(captureMore),\n    failed: startReversal,',
    replace: '    ...onceHeld(captureMore),\n    failed: attemptEnded,',
  },
  {
    name: 'a late effect is noted and never returned',
    file: 'payments/reconcile/reverse-late-effect.ts',
    find: "  if (!reversal || reversal.status === 'done') return records;",
    replace: '  if (!reversal || reversal.status.length > 0) return records;',
  },
  {
    name: 'a reversal is sent again and again',
    from: 1_023,
    often: ['broken_promise', 'answer_lost'],
    file: 'payments/reconcile/reverse-late-effect.ts',
    find: '  if (mayRepeat(psp.capabilities, operation, { absent_at, now, recovery: ports.recovery }))\n    return sendReversal',
    replace:
      '  if (now > 0 || mayRepeat(psp.capabilities, operation, { absent_at, now, recovery: ports.recovery }))\n    return sendReversal',
  },
  {
    name: 'what only elapsed time has ended is never looked at again',
    often: ['broken_promise', 'late_unreported'],
    file: 'charge/schedule.ts',
    find: 'const late_checks_s = [3_600, 86_400, 604_800];',
    replace: 'const late_checks_s: number[] = [];',
  },
  {
    name: 'a capture that is only supposed is never looked at again',
    often: ['failure_untold', 'automatic_capture_fails'],
    file: 'charge/timed-out.ts',
    find: '  return supposed && captured_at',
    replace: '  return supposed && ended && captured_at',
  },
  {
    name: 'a supposed capture that failed stays',
    often: ['failure_untold', 'automatic_capture_fails'],
    file: 'charge/supposed-capture.ts',
    find: 'captured_at >= shown_by',
    replace: 'captured_at >= 0 * shown_by',
  },
  {
    name: 'the last look is not followed by an alarm',
    file: 'payments/reconcile/recover-charge.ts',
    find: "      event: 'needs_review',",
    replace: "      event: 'looked',",
  },
  {
    name: 'a refund that nobody tells of is never shown to a person',
    file: 'payments/reconcile/recover-charge.ts',
    find: '    openThings(charge).filter(({ since }) => nextCheck(since, now, ports.recovery) === undefined);',
    replace:
      "    openThings(charge).filter(({ since, kind }) => kind !== 'refund' && nextCheck(since, now, ports.recovery) === undefined);",
  },
  {
    name: 'recovery does not claim what it looks at',
    file: 'payments/reconcile/recover-charge.ts',
    find: '    if (charge.rev !== seen.charge.rev) return { outcome: false };',
    replace: '    if (charge.rev < 0) return { outcome: false };',
  },
  {
    name: 'recovery leaves keys in use for ever',
    file: 'payments/reconcile/recover-charge.ts',
    find: '      session: session?.charge === charge.id ? withResponses(session, ports) : session,',
    replace: '      session: session && (withResponses.length < 0 ? undefined : session),',
  },
  {
    name: 'an attempt that waits for its customer is ended before its session is over',
    file: 'payments/reconcile/resolve-attempt.ts',
    find: '  if (waits && session && !isOver(session, ports.clock.now())) return records;',
    replace:
      '  if (waits && session && !isOver(session, ports.clock.now()) && charge.id === "") return records;',
  },
  {
    name: 'an attempt is ended while its customer completes it',
    from: 647,
    often: ['authentication', 'frozen', 'expired_early'],
    file: 'payments/reconcile/resolve-attempt.ts',
    find: "    return (await applyTransition(ports, records, 'abandoned', {}, { only_at: charge.rev })).records;",
    replace:
      "    return (await applyResult(ports, records, { outcome: 'canceled' }, { decisive: true })).records;",
  },
  {
    name: 'a PSP that hangs keeps recovery from the others',
    from: 94,
    often: ['psp_hangs', 'authentication', 'operation_refused', 'answer_lost'],
    file: 'payments/recovery/recover-due.ts',
    find: '  const known = lanes.get(psp);',
    replace: '  const [known] = lanes.values();',
  },
  {
    name: 'no attempt is marked for recovery',
    file: 'charge/schedule.ts',
    find: '  if (open.length === 0) {\n',
    replace: '  if (open.length === 0 || before === undefined) {\n',
  },
];
