import type { Mutant } from './mutant.ts';

/** Mistakes in refunds, captures, cancels and in what webhooks tell of them. */
export const operationMutants: readonly Mutant[] = [
  {
    name: 'a refund is released when its outcome is not known',
    file: 'payments/refund-charge.ts',
    find: "    case 'unknown':\n      return revise<Refund>(refund, { status: 'pending' }, write);",
    replace:
      "    case 'unknown':\n      return revise<Refund>(refund, { status: 'failed', failure_reason: 'unmapped' }, write);",
  },
  {
    name: 'a refund that failed is not released',
    file: 'payments/refund-charge.ts',
    find: "    const release = settled.status === 'failed';",
    replace: '    const release = false;',
  },
  {
    name: 'a refund reads, then writes',
    file: 'payments/refund-charge.ts',
    find: '    const reserved = await ports.store.reserveRefund(command.charge, refund, { exact, ...mark });',
    replace: `    const seen = await ports.store.charge(command.charge);
    refuse(seen, command);
    if (!seen) throw noCharge(command.charge);
    const latest = (await ports.store.charge(command.charge)) ?? seen;
    const item = { ...latest, amount_refundable: seen.amount_refundable - amount, refunds: { ...latest.refunds, [refund.id]: refund }, ...mark, rev: latest.rev + 1, write: refund.write };
    const done = await ports.store.commit([{ table: 'charges', item, expects: latest.rev }]);
    const reserved = done.ok ? { ok: true as const, charge: item } : { ok: false as const, charge: seen };`,
  },
  {
    name: 'a refund is failed over what recovery has sent',
    file: 'payments/refund-charge.ts',
    find: "  answer.outcome === 'failed' && !settlesFormer(answer.reason) && refund.rev !== reserved.rev",
    replace: '  reserved.rev < 0',
  },
  {
    name: 'an operation is failed over what recovery has sent',
    file: 'payments/settle-operation.ts',
    find: "  answer.outcome === 'failed' && !settlesFormer(answer.reason) && charge.rev !== claimed.rev",
    replace: '  claimed.rev < 0',
  },
  {
    name: 'a repeat of an operation that was not sent fails it',
    file: 'payments/run-operation.ts',
    find: "  return answer.outcome === 'failed' && !settlesFormer(answer.reason) ? undefined : answer;",
    replace: '  return answer;',
  },
  {
    name: 'an unknown capture is taken for done',
    file: 'payments/settle-operation.ts',
    find: "    case 'succeeded':\n      return remember(",
    replace: "    case 'succeeded':\n    // @ts-ignore\n    case 'unknown':\n      return remember(",
  },
  {
    name: 'one id for every capture of a charge',
    file: 'payments/operate-charge.ts',
    find: "      id: ports.newId('ch').replace('ch_', kind === 'capture' ? 'cp_' : 'cn_'),",
    replace: "      id: charge.id.replace('ch_', kind === 'capture' ? 'cp_' : 'cn_'),",
  },
  {
    name: 'a capture is claimed without a revision check',
    file: 'payments/operate-charge.ts',
    find: "    if ((await ports.store.commit([{ table: 'charges', item: claimed, expects: charge.rev }])).ok)",
    replace:
      "    const stands = await ports.store.charge(charge.id);\n    if ((await ports.store.commit([{ table: 'charges', item: { ...claimed, rev: (stands?.rev ?? 0) + 1 }, expects: stands?.rev ?? 0 }])).ok)",
  },
  {
    name: 'the key of a capture that failed is forgotten',
    file: 'payments/operate-charge.ts',
    find: '        ...answeredBefore(charge, kind),\n',
    replace: '',
  },
  {
    name: 'a charge is captured at another PSP than the one that holds it',
    file: 'payments/run-operation.ts',
    find: '  const psp = ports.psps.connect(charge.psp);',
    replace: '  const psp = ports.psps.connect(ports.psps.accounts[0]?.id ?? charge.psp);',
  },
  {
    name: 'a captured charge is moved back by a webhook',
    file: 'payments/settle-attempt.ts',
    find: "    case 'capturing':\n    case 'captured':\n    case 'canceling':",
    replace: `    case 'captured':
      return {
        effect: 'settled',
        charge: settleCharge(charge, answer, ports),
        session: settleSession(session, charge, answer, ports),
      };
    case 'capturing':
    case 'canceling':`,
  },
  {
    name: 'a webhook is believed without asking the PSP',
    file: 'payments/receive-webhook.ts',
    find: '  if (psp.lookUp) {',
    replace: '  if (psp.lookUp && !money) {',
  },
  {
    name: 'a webhook is applied each time it comes',
    file: 'payments/apply-operation-event.ts',
    find: "  if (charge.reversal && charge.reversal.id === operation) return 'reversal';",
    replace:
      "  if (charge.reversal && charge.reversal.id === operation) return 'reversal';\n  if (about === 'capture' && outcome === 'succeeded' && charge.status === 'captured') return 'reopening';",
  },
  {
    name: 'a capture reported failed is not heard',
    file: 'payments/apply-operation-event.ts',
    find: '      return reopen(ports, charge.id, charge.capture?.id);',
    replace: '      return;',
  },
];
