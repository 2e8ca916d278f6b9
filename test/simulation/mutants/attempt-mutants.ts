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
        file: 'payments/confirm/confirm-session.ts',
        find: '(result: AuthorizationResult): result is Declined => isDecline(result.outcome);',
        replace:
          "(result: AuthorizationResult): result is Declined => isDecline(result.outcome) || result.outcome === 'unknown';",
      },
      {
        file: 'payments/confirm/confirm-session.ts',
        find: "makeTransition(withParticulars(charge, result), 'declined', { result }, circumstances);",
        replace:
          "makeTransition(charge, 'declined', { result: isDecline(result.outcome) ? result : { outcome: 'processor_error' } }, circumstances);",
      },
    ],
  },
  {
    name: 'a challenge after any decline',
    file: 'routing/steps-up.ts',
    find: "outcome === 'authentication_required' && ",
    replace: "outcome !== 'not_sent' && ",
  },
  {
    name: 'an unknown outcome is written off as failed',
    file: 'payments/confirm/run-attempt.ts',
    find: '  return steps.length === 0 ? result : { ...result, steps };',
    replace: "  return isIndefinite(result) ? { outcome: 'processor_error' } : { ...result, steps };",
  },
  {
    name: 'a fresh PSP key for each call',
    file: 'payments/confirm/run-attempt.ts',
    find: 'shown: await psp.authorize(attempt, request, call) };',
    replace: 'shown: await psp.authorize({ ...attempt, reference: ports.newId("ch") }, request, call) };',
  },
  {
    name: 'a repeat where no key covers it',
    file: 'charge/elapsed-proof.ts',
    find: "(kind === 'all_answers' || kind === 'current_state') && now - sent + margin_ms < window_ms",
    replace: 'kind.length > 0 || now - sent + margin_ms < window_ms',
  },
  {
    name: 'a repeat that was not sent ends the attempt',
    file: 'payments/confirm/run-attempt.ts',
    find: '    if (resolved && (settles(resolved) || isOtherAmount(resolved))) result = resolved;',
    replace: '    if (resolved) result = resolved;',
  },
  {
    name: 'the attempt is not recorded before the call',
    file: 'payments/records/change-charge.ts',
    find: "  if (next.opened) writes.push({ table: 'charges', item: next.opened, expects: 'absent' });",
    replace: '',
  },
  {
    name: 'no revision check where records are written',
    file: 'payments/records/change-charge.ts',
    find: '    return await ports.store.commit(writes, limits, order);',
    replace: `    const current = await Promise.all(writes.map(({ table, item }) => read(ports, table, item.id)));
    const forced = writes.map((one, at) => ({ ...one, item: { ...one.item, rev: (current[at]?.rev ?? 0) + 1 }, expects: current[at]?.rev ?? 'absent' }));
    return await ports.store.commit(forced as Write[], limits, order);`,
  },
  {
    name: 'a second confirm while one is under way',
    file: 'payments/confirm/claim-session.ts',
    find: "  if (session.payment_status === 'processing')",
    replace: "  if (session.payment_status === 'processing' && session.confirms > 8)",
  },
  {
    name: 'a new attempt begins without the end of the one whose customer is at the bank',
    often: ['authentication', 'paid_another_way'],
    file: 'payments/confirm/claim-session.ts',
    find: '  const session = mayLeave(ports, read, command, { id, closed }) ? await leaveChallenge(ports, read) : read;',
    replace:
      "  const session = mayLeave(ports, read, command, { id, closed }) ? { ...read, payment_status: 'unpaid' as const } : read;",
  },
  {
    name: 'a challenge is left while its customer completes it',
    from: 2_418,
    often: ['authentication', 'paid_another_way'],
    file: 'payments/reconcile/end-attempt.ts',
    find: "'abandoned', {}, { only_at: charge.rev })",
    replace: "'voided', { result: { outcome: 'canceled' } }, {})",
  },
  {
    name: 'a cancel that nobody has answered ends a challenge',
    often: ['authentication', 'paid_another_way', 'request_lost', 'answer_lost'],
    file: 'payments/reconcile/end-attempt.ts',
    find: '  if (!canceled.result || !isDefinite(canceled.result)) return undefined;\n',
    replace:
      "  if (!canceled.result || !isDefinite(canceled.result)) return (await applyResult(ports, canceled.records, { outcome: 'canceled' }, { decisive: true })).records.session;\n",
  },
  {
    name: 'the first answer is not stored',
    file: 'payments/records/session-result.ts',
    find: '          seen.answer ? seen : { ...seen, answer: render(resultOf(session), seen.view) },',
    replace: '          seen.answer || render.length < 0 ? seen : seen,',
  },
  {
    name: 'a key that was seen is not looked for',
    file: 'payments/confirm/claim-session.ts',
    find: '  const replay = seenBefore(session.confirmations, idempotency);',
    replace: '  const replay = seenBefore([], idempotency);',
  },
  {
    name: 'another body under a key is answered with the first one',
    file: 'types/seen-before.ts',
    find: '  if (first.hash !== asked.hash',
    replace: '  if (first.hash === "never"',
  },
  {
    name: 'another amount than asked counts as paid',
    file: 'payments/webhooks/receive-authorization-event.ts',
    find: '  if (money.amount !== charge.amount) return',
    replace: '  if (money.amount < 0) return',
  },
  {
    name: 'the session is settled without its charge',
    file: 'payments/records/change-charge.ts',
    find: '  if (next.charge && before.charge)\n',
    replace: '  if (next.charge && before.charge && !next.session)\n',
  },
  {
    name: 'a call is started that cannot be settled',
    file: 'payments/reports/time-for.ts',
    find: 'deadline - now - settling_ms);',
    replace: 'deadline - now + 5_000);',
  },
  {
    name: 'an authentication is completed without a claim',
    file: 'payments/confirm/complete-authentication.ts',
    find: '  const claimed = await claim(ports, { charge, session });',
    replace:
      "  const claimed = { outcome: claim.length > 9 ? 'stale' : 'changed', records: { charge, session } } as Awaited<ReturnType<typeof claim>>;",
  },
  {
    name: 'the card number is reported',
    file: 'payments/confirm/confirm-session.ts',
    find: "    event: 'attempt',\n",
    replace:
      "    event: 'attempt',\n    number: command.payment_method.type === 'card' ? command.payment_method.card.number.reveal() : '',\n",
  },
  {
    name: 'the route is decided anew at confirm',
    file: 'charge/open-attempt.ts',
    find: "      payment_status: 'processing',\n      charge: id,",
    replace:
      "      payment_status: 'processing',\n      routing: { ...session.routing, plan: [...session.routing.plan].reverse() },\n      charge: id,",
  },
  {
    name: 'two sessions of one order are both paid',
    file: 'charge/session-after.ts',
    find: '  if (held === holds) return undefined;',
    replace: '  if (held === holds || holds) return undefined;',
  },
  {
    name: 'an order in flight is free for the next session',
    file: 'charge/session-after.ts',
    find: '  processing: true,',
    replace: '  processing: false,',
  },
  {
    name: 'a session that was ended is confirmed',
    file: 'payments/confirm/claim-session.ts',
    find: '(expired_at !== undefined || now >= expires_at * 1000);',
    replace: '(now >= expires_at * 1000 || expired_at === 0);',
  },
  {
    name: 'a completion that never left is waited for',
    from: 105,
    file: 'payments/confirm/complete-authentication.ts',
    find: "    result.outcome === 'not_sent'\n",
    replace: "    result.outcome === 'not_sent' && session.id === ''\n",
    also: [
      {
        file: 'payments/confirm/complete-authentication.ts',
        find: 'applyOrLookUp(ports, psp, claimed.records, result, {',
        replace:
          "applyOrLookUp(ports, psp, claimed.records, result.outcome === 'not_sent' ? { outcome: 'unknown', doubt: 'timeout' } : result, {",
      },
    ],
  },
  {
    name: 'a completion refused at its repeat means that nobody paid',
    from: 86,
    file: 'payments/confirm/complete-authentication.ts',
    find: "  result.outcome === 'unknown' || !refusesCompletion(latest) ? result : latest;",
    replace:
      "  refusesCompletion(latest) || result.outcome === 'unknown' ? { outcome: 'authentication_failed' } : result;",
  },
  {
    name: "a return that meets recovery's look is dropped",
    from: 16,
    often: ['authentication', 'double_return'],
    file: 'payments/confirm/complete-authentication.ts',
    find: "  applyTransition(ports, records, 'customer_returned', { now: ports.clock.now() });",
    replace:
      "  applyTransition(ports, records, 'customer_returned', { now: ports.clock.now() }, { only_at: records.charge.rev });",
  },
  {
    name: 'a draw that names PSPs that could not be drawn',
    file: 'routing/plan-route.ts',
    find: 'draw: drawn === targets.list ? targets.draw : drawn.map(({ entry }) => entry),',
    replace: 'draw: targets.draw,',
  },
  {
    name: 'a sick PSP loses more than the rule allows',
    file: 'routing/health/steer.ts',
    find: 'const bounded = Math.min(1, max_shift / 100 / sum(moved));',
    replace: 'const bounded = Math.min(1, max_shift / 50 / sum(moved));',
  },
  {
    name: 'all PSPs are sick, and some are avoided',
    file: 'routing/health/steer.ts',
    find: 'if (sick.length === 0 || sick.length === drawn.length) return [];',
    replace: 'if (sick.length === 0) return [];',
  },
  {
    name: 'a wrong card counts against its PSP',
    file: 'routing/health/outcome-signals.ts',
    find: '  incorrect_card_data: answered,',
    replace: '  incorrect_card_data: refused,',
  },
  {
    name: 'a later attempt counts for the health of its PSP',
    file: 'payments/confirm/claim-session.ts',
    find: 'isFirstOfCard(session, method) && session.routing',
    replace: 'isCard(method) && session.routing',
  },
  {
    name: 'arms that flap between the steps of a rollout',
    file: 'routing/choose-arm.ts',
    find: 'hashOf(salt)',
    replace: 'hashOf(salt + percent)',
  },
  {
    name: 'a rollout that grows takes sessions away from the candidate',
    file: 'routing/choose-arm.ts',
    find: '* 100 <= percent ?',
    replace: '* 100 >= percent ?',
  },
  {
    name: 'a session is planned by the other version than its arm says',
    file: 'routing/choose-arm.ts',
    find: "rule: arm === 'candidate' ? candidate.rule : rule",
    replace: "rule: arm === 'candidate' ? rule : candidate.rule",
  },
  {
    name: 'a later attempt counts for a rollout',
    file: 'payments/confirm/claim-session.ts',
    find: 'arm && rollout && isFirstOfCard(session, method)',
    replace: 'arm && rollout && isCard(method)',
  },
  {
    name: 'a confirm begins at a PSP that is closed',
    often: ['psp_closed'],
    file: 'payments/confirm/targets-of.ts',
    find: "(closed.has(psp) ? 'psp_closed' : undefined)",
    replace: "(closed.has('') ? 'psp_closed' : undefined)",
  },
  {
    name: 'a failover goes to a PSP that is closed',
    often: ['psp_closed', 'declined', 'psp_unavailable'],
    file: 'payments/confirm/confirm-session.ts',
    find: "    if (closed.has(psp)) return 'psp_closed';",
    replace: "    if (closed.has('')) return 'psp_closed';",
  },
  {
    name: 'refused details are sent again',
    often: ['details_refused'],
    file: 'charge/attempt.ts',
    find: '    ...(without_details ? customerIdOf(session) : personsOf(session)),',
    replace: "    ...(without_details && session.id === '' ? customerIdOf(session) : personsOf(session)),",
  },
];
