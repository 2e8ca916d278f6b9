import type { Mutant } from './mutant.ts';

/** Mistakes in finding out what became of what was left open. */
export const recoveryMutants: readonly Mutant[] = [
  {
    name: 'absence is taken for proof at once',
    file: 'payments/elapsed-proof.ts',
    find: 'now - sent > lag_ms + absence_margin_ms;',
    replace: 'now - sent > lag_ms - absence_margin_ms;',
  },
  {
    name: 'clocks are taken to agree',
    file: 'payments/elapsed-proof.ts',
    find: 'const clock_skew_ms = 600_000;',
    replace: 'const clock_skew_ms = 0;',
  },
  {
    name: 'a fence that was only sent counts',
    file: 'payments/recovery/resolve-attempt.ts',
    find: "const asFound = (answer: FenceAnswer): LookUpAnswer => (answer.outcome === 'fencing' ? undecided : answer);",
    replace:
      "const asFound = (answer: FenceAnswer): LookUpAnswer => (answer.outcome === 'fencing' ? { outcome: 'canceled' } : answer);",
  },
  {
    name: 'a fence that failed counts',
    file: 'payments/receive-webhook.ts',
    find: '        : liftFence(ports, charge.id, event.id);',
    replace:
      "        : void (await applyAnswer(ports, charge.id, { outcome: 'canceled' }, { event: event.id, decisive: true }));",
  },
  {
    name: 'an approval from before the fence is believed',
    file: 'payments/apply-answer.ts',
    find: "      charge.recovery?.fence === 'sent' && !decisive && isAlive(answer)",
    replace: "      charge.recovery?.fence === 'sent' && !decisive && charge.id === ''",
  },
  {
    name: 'an effect that shows up late is ignored',
    file: 'payments/settle-attempt.ts',
    find: "    case 'failed':\n      return took && !charge.reversal ?",
    replace: "    case 'failed':\n      return took && charge.id === '' ?",
  },
  {
    name: 'a late effect is noted and never returned',
    file: 'payments/recovery/open-things.ts',
    find: "  if (charge.reversal && charge.reversal.status !== 'done')",
    replace: "  if (charge.reversal && charge.id === '')",
  },
  {
    name: 'the last look is not followed by an alarm',
    file: 'payments/recovery/recover-charge.ts',
    find: "  return claimed.next_look === undefined ? review(ports, id) : 'looked';",
    replace: "  return 'looked';",
  },
  {
    name: 'recovery gives up as failed',
    file: 'payments/recovery/recover-charge.ts',
    find: "        ? { status: 'needs_review' }",
    replace: "        ? { status: 'failed' }",
  },
  {
    name: 'recovery does not claim what it looks at',
    file: 'payments/recovery/recover-charge.ts',
    find: '  return written.ok ? { session: owner, charge: item, next_look } : undefined;',
    replace: '  return { session: owner, charge: item, next_look };',
  },
  {
    name: 'recovery leaves keys in use for ever',
    file: 'payments/recovery/recover-charge.ts',
    find: '  const unanswered = session.confirmations.some(({ answer }) => !answer);',
    replace: '  const unanswered = session.id === "";',
  },
  {
    name: 'a record that cannot be handled blocks the rest',
    file: 'payments/recovery/recover-due.ts',
    find: "    return 'failed';",
    replace: '    throw error;',
  },
  {
    name: 'an attempt that waits for its customer is ended when it expires, claimed or not',
    file: 'payments/recovery/resolve-attempt.ts',
    find: '  if (waits && now < session.expires_at * 1000) return undecided;',
    replace:
      "  if (waits && now < session.expires_at * 0) return undecided;\n  if (waits) return { outcome: 'absent' };",
  },
  {
    name: 'an attempt is ended while its customer completes it',
    file: 'payments/apply-answer.ts',
    find: '(only_at !== undefined && charge.rev !== only_at)',
    replace: '(only_at !== undefined && charge.rev < only_at)',
  },
  {
    name: 'a reversal is sent again and again',
    file: 'payments/recovery/reverse-late-effect.ts',
    find: '  const answer = await (first ? send : ask)(ports, psp, charge, charge.reversal);',
    replace: '  const answer = await (first || psp ? send : ask)(ports, psp, charge, charge.reversal);',
  },
  {
    name: 'no attempt is marked for recovery',
    file: 'payments/open-attempt.ts',
    find: '    ...recoveryMark(id, firstLook(started, ports.recovery), ports.recovery),\n',
    replace: '',
  },
  {
    name: 'recovery sends a refund again where nothing covers it',
    file: 'payments/run-operation.ts',
    find: '  return mayRepeat && call ?',
    replace: '  return (mayRepeat || now > 0) && call ?',
  },
];
