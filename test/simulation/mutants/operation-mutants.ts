import type { Mutant } from './mutant.ts';

/** Mistakes in captures, cancels and refunds that this service asks for. */
export const operationMutants: readonly Mutant[] = [
  {
    name: 'a refund is released when its outcome is not known',
    file: 'charge/transitions/refund-table.ts',
    find: 'apply: () => ({}) };',
    replace: "apply: () => ({ status: 'failed', failure_reason: 'unmapped' }) };",
  },
  {
    name: 'a refund that failed is not released',
    file: 'payments/reports/settle-refund.ts',
    find: "    const release = next.status === 'failed' && refund.status !== 'failed';",
    replace: "    const release = next.status === 'failed' && id === '';",
  },
  {
    name: 'a refund reads, then writes',
    file: 'payments/operations/refund-charge.ts',
    find: `    const reserved = await ports.store
      .reserveRefund(command.charge, refund, { exact, psps, ...mark })
      .catch((error: unknown) => warnOfRepeat(command, error));`,
    replace: `    const seen = await ports.store.charge(command.charge);
    replayOrRefuse(ports, seen, command);
    if (!seen) throw noCharge(command.charge);
    const latest = (await ports.store.charge(command.charge)) ?? seen;
    const item = { ...latest, amount_refundable: seen.amount_refundable - amount, amount_refundable_disputed: seen.amount_refundable_disputed - amount, refunds: { ...latest.refunds, [refund.id]: refund }, ...mark, rev: latest.rev + 1, write: refund.write };
    const done = await ports.store.commit([{ table: 'charges', item, expects: latest.rev }]);
    const reserved = done.ok ? { ok: true as const, charge: item } : { ok: false as const, charge: seen };`,
  },
  {
    name: 'a refund goes over a dispute',
    file: 'payments/operations/refund-charge.ts',
    find: '    ...(allow_disputed ? { allow_disputed: true } : {}),',
    replace: '    allow_disputed: true,',
  },
  {
    name: 'a refund is failed over what recovery has sent',
    from: 34,
    file: 'payments/reports/settle-refund.ts',
    find: 'refund.sent !== sent',
    replace: 'sent < 0',
  },
  {
    name: 'an operation is failed over what recovery has sent',
    from: 96,
    often: ['not_sent', 'frozen'],
    file: 'payments/reports/settle-operation.ts',
    find: 'current.sent !== claimed.sent',
    replace: 'current.sent < 0',
  },
  {
    name: 'a repeat of an operation that was not sent fails it',
    file: 'charge/definite-result.ts',
    find: "  if (result.outcome === 'unknown') return undefined;\n  return result.outcome === 'failed' && !settlesFormer(result.reason) ? undefined : result;",
    replace:
      "  if (result.outcome === 'unknown') return undefined;\n  return result.outcome === 'failed' && !settlesFormer(result.reason) && result.code === '' ? undefined : result;",
  },
  {
    name: 'an unknown capture is taken for done',
    file: 'payments/reports/settle-operation.ts',
    find: "    case 'unknown':\n      return changeBy(ports, records, 'operation_unknown', {});",
    replace:
      "    case 'unknown':\n      return changeBy(ports, records, 'capture_succeeded', { amount: records.charge.capture?.amount ?? 0 });",
  },
  {
    name: 'a capture that the PSP is still working on is called paid',
    file: 'payments/reports/settle-operation.ts',
    find: "      return changeBy(ports, records, kind === 'capture' ? 'capture_accepted' : 'cancel_accepted', accepted);",
    replace:
      "      return kind === 'capture' ? changeBy(ports, records, 'capture_succeeded', { amount: records.charge.capture?.amount ?? 0, ...accepted }) : changeBy(ports, records, 'cancel_accepted', accepted);",
  },
  {
    name: 'what was asked for counts as captured, not what the PSP says',
    from: 681,
    file: 'payments/reports/settle-operation.ts',
    find: "        : changeBy(ports, records, 'capture_succeeded', {\n            amount,",
    replace:
      "        : changeBy(ports, records, 'capture_succeeded', {\n            amount: records.charge.capture?.amount ?? amount,",
  },
  {
    name: 'one id for every capture of a charge',
    file: 'payments/operations/operate-charge.ts',
    find: "    id: ports.newId(kind === 'capture' ? 'cp' : 'cn'),",
    replace: "    id: command.charge.replace('ch_', kind === 'capture' ? 'cp_' : 'cn_'),",
  },
  {
    name: 'the key of a capture that failed is forgotten',
    from: 120,
    file: 'charge/transitions/operation-cells.ts',
    find: '  former?.remembered ? {',
    replace: "  former?.remembered && former.id === '' ? {",
  },
  {
    name: 'the key of a capture that a fact has ended stays in use',
    file: 'payments/reports/apply.ts',
    find: 'withOperationResponses(ports, transitioned.charge, { open: false });',
    replace: 'withOperationResponses.length < 0 ? charge : transitioned.charge;',
    also: [
      {
        file: 'payments/reports/settle-operation.ts',
        find: 'withOperationResponses(ports, decided, { open: true });',
        replace: 'operation.id === "" ? withOperationResponses(ports, decided, { open: true }) : decided;',
      },
      {
        file: 'payments/reconcile/recover-charge.ts',
        find: 'withOperationResponses(ports, withRefundResponses(ports, charge), { open: true });',
        replace:
          'charge.id === "" ? withOperationResponses(ports, charge, { open: true }) : withRefundResponses(ports, charge);',
      },
    ],
  },
  {
    name: 'a charge is captured at another PSP than the one that holds it',
    file: 'payments/operations/run-operation.ts',
    find: '  const psp = ports.psps.connect(charge.psp);',
    replace: '  const psp = ports.psps.connect(ports.psps.accounts[0]?.id ?? charge.psp);',
  },
  {
    name: 'recovery sends an operation again where nothing covers it',
    from: 18,
    file: 'charge/may-repeat.ts',
    find: 'if (coversRepeat(idempotency, started, now)) return true;',
    replace: 'if (now > 0 || coversRepeat(idempotency, started, now)) return true;',
  },
  {
    name: 'a lost capture outlives the hold it was for',
    from: 130,
    file: 'charge/transitions/fact-cells.ts',
    find: '    return nothing_may_be_sent && whole && isUnderWay(charge.capture)',
    replace: "    return nothing_may_be_sent && whole && charge.id === '' && isUnderWay(charge.capture)",
  },
  {
    name: 'a lost cancel outlives what was captured under it',
    file: 'charge/captured-total.ts',
    find: "    ...(isUnderWay(cancel) ? { cancel: endOperation(cancel, 'failed') } : {}),",
    replace: '',
  },
  {
    name: 'a refund that the PSP has too little left for is sent for ever',
    from: 40,
    file: 'charge/definite-result.ts',
    find: "  result.outcome === 'failed' && (result.reason === 'invalid_request'",
    replace: "  result.outcome === 'failed' && result.code === '' && (result.reason === 'invalid_request'",
  },
];
