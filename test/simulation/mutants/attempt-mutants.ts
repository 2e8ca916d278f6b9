import type { Mutant } from './mutant.ts';

/** Mistakes in taking a payment and in answering for it. */
export const attemptMutants: readonly Mutant[] = [
  {
    name: 'failover on time-out',
    file: 'routing/failover-policy.ts',
    find: "  unknown: 'not_known',",
    replace: "  unknown: 'always',",
    also: [
      {
        file: 'payments/confirm-session.ts',
        find: '(answer: AuthorizationAnswer): answer is Declined => isDecline(answer.outcome);',
        replace:
          "(answer: AuthorizationAnswer): answer is Declined => isDecline(answer.outcome) || answer.outcome === 'unknown';",
      },
    ],
  },
  {
    name: 'an unknown outcome is written off as failed',
    file: 'payments/run-attempt.ts',
    find: '  }\n  return answer;\n};',
    replace: "  }\n  return isIndefinite(answer) ? { outcome: 'processor_error' } : answer;\n};",
  },
  {
    name: 'a fresh PSP key for each call',
    file: 'payments/run-attempt.ts',
    find: '  if (repeat) return psp.authorize(attempt, request, call);',
    replace:
      '  if (repeat) return psp.authorize({ ...attempt, reference: ports.newId("ch") }, request, call);',
  },
  {
    name: 'a repeat where no key covers it',
    file: 'payments/elapsed-proof.ts',
    find: "(kind === 'all_answers' || kind === 'current_state') && now - sent + margin_ms < window_ms",
    replace: 'kind.length > 0 || now - sent + margin_ms < window_ms',
  },
  {
    name: 'a repeat that was not sent ends the attempt',
    file: 'payments/run-attempt.ts',
    find: '    if (resolved && settlesFormer(resolved.outcome)) answer = resolved;',
    replace: '    if (resolved) answer = resolved;',
  },
  {
    name: 'the attempt is recorded after the call',
    file: 'payments/confirm-session.ts',
    find: "        { table: 'sessions', item: open.session, expects: confirmable.rev },\n        { table: 'charges', item: open.charge, expects: 'absent' },\n      ],\n      [...takeCard",
    replace:
      "        { table: 'sessions', item: open.session, expects: confirmable.rev },\n      ],\n      [...takeCard",
  },
  {
    name: 'no revision check where a confirm claims its session',
    file: 'payments/confirm-session.ts',
    find: "        { table: 'sessions', item: open.session, expects: confirmable.rev },",
    replace:
      "        { table: 'sessions', item: open.session, expects: (await ports.store.session(command.session))?.rev ?? 1 },",
  },
  {
    name: 'a second confirm while one is under way',
    file: 'payments/check-confirmable.ts',
    find: "    case 'processing':\n      throw",
    replace: "    case 'processing':\n      if (session.confirms < 9) return session;\n      throw",
    also: [
      {
        file: 'payments/confirm-session.ts',
        find: "    if (confirmable.payment_status !== 'unpaid') {",
        replace:
          "    if (confirmable.payment_status !== 'unpaid' && confirmable.payment_status !== 'processing') {",
      },
    ],
  },
  {
    name: 'the first answer is not stored',
    file: 'payments/confirm-session.ts',
    find: '    const session = answerConfirmation(settled.session, ports);',
    replace: '    const session = settled.session;',
  },
  {
    name: 'a key that was seen is not looked for',
    file: 'payments/check-confirmable.ts',
    find: '  replayIfSeen(session.confirmations, command.idempotency);\n',
    replace: '',
  },
  {
    name: 'another body under a key is answered with the first one',
    file: 'payments/remember.ts',
    find: '  if (first.hash !== asked.hash)',
    replace: '  if (first.hash === "never")',
  },
  {
    name: 'another amount than asked counts as paid',
    file: 'payments/receive-webhook.ts',
    find: '  if (money?.amount === charge.amount && money.currency === charge.currency) return',
    replace: '  if (charge.id) return',
  },
  {
    name: 'the session is settled without its charge',
    file: 'payments/confirm-session.ts',
    find: "        { table: 'sessions', item: session, expects: current.session.rev },\n        { table: 'charges', item: settled.charge, expects: current.charge.rev },",
    replace: "        { table: 'sessions', item: session, expects: current.session.rev },",
  },
  {
    name: 'a call is started that cannot be settled',
    file: 'payments/run-attempt.ts',
    find: '  const timeout_ms = Math.min(wanted_ms, deadline - clock.now() - settling_ms);',
    replace: '  const timeout_ms = Math.min(wanted_ms, deadline - clock.now() + 5_000);',
  },
  {
    name: 'an authentication is completed without a claim',
    file: 'payments/complete-authentication.ts',
    find: '  const claimed = await claim(ports, session, charge);',
    replace: '  const claimed = (await Promise.resolve(claim)) && charge;',
  },
  {
    name: 'the card number is reported',
    file: 'payments/confirm-session.ts',
    find: "    event: 'attempt',\n",
    replace:
      "    event: 'attempt',\n    number: command.payment_method.type === 'card' ? command.payment_method.card.number.reveal() : '',\n",
  },
  {
    name: 'the route is decided anew at confirm',
    file: 'payments/open-attempt.ts',
    find: "        payment_status: 'processing',\n        charge: id,",
    replace:
      "        payment_status: 'processing',\n        routing: { ...session.routing, plan: [...session.routing.plan].reverse() },\n        charge: id,",
  },
];
