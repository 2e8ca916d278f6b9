import type { OpenThing } from '../open-things.ts';
import { giveBack } from '../psp/elsewhere.ts';
import { isLive, type LedgerOperation } from '../psp/ledger.ts';
import type { PspServer } from '../psp/psp-server.ts';
import type { World } from '../world.ts';

/** What a person says became of something. */
export type Verdict = {
  readonly outcome: 'captured' | 'canceled' | 'failed' | 'succeeded' | 'absent';
  readonly amount?: number;
  readonly psp_reference?: string;
};

/** What the PSP's books say; undefined while nobody can say it. */
export const verdictOn = (
  world: World,
  server: PspServer,
  reference: string,
  thing: OpenThing,
): Verdict | undefined =>
  thing.kind === 'attempt'
    ? verdictOnAttempt(world, server, reference)
    : verdictOnOperation(server, reference, thing);

/** Money of another amount, or taken twice, goes back by hand first; undefined while the customer may still come back, or a dispute holds it. */
const verdictOnAttempt = (world: World, server: PspServer, reference: string): Verdict | undefined => {
  const payments = server.ledger.payments.get(reference) ?? [];
  if (payments.some(({ status }) => status === 'requires_action')) return undefined;
  // A refund under way may still fail, and then the money is there.
  if (payments.some(({ operations }) => operations.some(isPendingRefund))) return undefined;
  const [payment, second] = payments;
  if (payment && !payment.mismatch && !second && payment.refunded === 0) {
    const { id: psp_reference, status, captured: amount } = payment;
    if (status === 'captured') return { outcome: 'captured', amount, psp_reference };
    if (status === 'authorized') return { outcome: 'succeeded', psp_reference };
  }
  for (const other of payments) giveBack(world, server, other);
  if (
    payments.some(
      ({ status, disputes }) =>
        status === 'captured' && disputes.some((dispute) => dispute.status === 'open'),
    )
  )
    return undefined;
  if (!payment) return { outcome: 'absent' };
  return { outcome: payment.status === 'declined' ? 'failed' : 'canceled', psp_reference: payment.id };
};

const isPendingRefund = ({ kind, status }: LedgerOperation): boolean =>
  kind === 'refund' && status === 'pending';

/** What the PSP has of a capture, cancel, refund or reversal; undefined for what never reached it. */
export const operationOf = (server: PspServer, thing: OpenThing): LedgerOperation | undefined => {
  const kinds = thing.kind === 'reversal' ? (['refund', 'cancel'] as const) : [thing.kind];
  return kinds.map((kind) => server.ledger.operations.get(`${kind}/${thing.operation}`)).find(Boolean);
};

/** Undefined while the PSP itself is still at it. */
const verdictOnOperation = (server: PspServer, reference: string, thing: OpenThing): Verdict | undefined => {
  const operation = operationOf(server, thing);
  if (operation?.status === 'pending') return undefined;
  // What was to be released is gone, whoever released it.
  if (thing.kind === 'cancel' && server.paymentOf(reference)?.status === 'canceled')
    return { outcome: 'canceled' };
  const payment = server.paymentOf(reference);
  if (thing.kind === 'reversal' && payment && !isLive(payment)) return { outcome: 'succeeded' };
  if (operation?.status !== 'succeeded') return { outcome: 'failed' };
  const amount = operation.kind === 'cancel' ? {} : { amount: operation.amount };
  return { outcome: 'succeeded', ...amount, psp_reference: operation.id };
};
