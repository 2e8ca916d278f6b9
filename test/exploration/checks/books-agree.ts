import type { Charge, ChargeStatus } from '../../../lib/types/charge.ts';
import type { Session } from '../../../lib/types/session.ts';
import { completionRefused } from '../../simulation/psp/completion-refused.ts';
import { isLive } from '../../simulation/psp/ledger.ts';
import type { BookPayment } from '../psp/books.ts';
import type { World } from '../world.ts';

/** The payment that the PSP of a charge has in its books for it. */
export const paymentOf = (
  { books }: World,
  { psp, id }: { readonly psp: string; readonly id: string },
): BookPayment | undefined => books[psp]?.payments[id];

/** Money held, or taken and not given back. */
export const hasMoney = (payment: BookPayment | undefined): boolean =>
  payment !== undefined && isLive(payment);

/** What has to be so between store and books at every moment; what is wrong, if something is. */
export const booksDisagree = (world: World): string | undefined =>
  paidTwice(world) ??
  first(world.store.charges.values(), (charge) => chargeDisagrees(world, charge)) ??
  first(world.store.sessions.values(), (session) => sessionDisagrees(world, session)) ??
  first(paymentsOf(world), paymentBroken);

export const first = <Item>(
  items: Iterable<Item>,
  check: (item: Item) => string | undefined,
): string | undefined => {
  for (const item of items) {
    const broken = check(item);
    if (broken !== undefined) return broken;
  }
  return undefined;
};

export const paymentsOf = ({ books }: World): readonly BookPayment[] =>
  Object.values(books).flatMap(({ payments }) => Object.values(payments));

const paymentBroken = ({ reference, asked, authorized, captured, refunded }: BookPayment) =>
  captured > authorized || authorized > asked || refunded > captured
    ? `[1] payment ${reference}: asked ${asked}, authorised ${authorized}, captured ${captured}, refunded ${refunded}`
    : undefined;

/** One live payment a session, and one an order. What came later than anybody could expect is still on its way back. */
const paidTwice = (world: World): string | undefined => {
  const holders = new Map<string, BookPayment>();
  for (const payment of paymentsOf(world)) {
    if (payment.late || !hasMoney(payment)) continue;
    for (const holder of holdersOf(world, payment)) {
      const other = holders.get(holder);
      if (other) return `[1] ${holder} is paid by ${other.reference} and by ${payment.reference}`;
      holders.set(holder, payment);
    }
  }
  return undefined;
};

/** A refund frees neither the session nor the order. */
export const holdersOf = ({ store }: World, { session }: { readonly session: string }): readonly string[] => {
  const order = store.sessions.get(session)?.order;
  return order === undefined ? [`session ${session}`] : [`session ${session}`, `order ${order}`];
};

const chargeDisagrees = (world: World, charge: Charge): string | undefined => {
  const payment = paymentOf(world, charge);
  const name = `charge ${charge.id} is ${charge.status} (${charge.outcome})`;
  const captured = payment?.captured ?? 0;
  if (charge.amount_captured > captured)
    return `[2] ${name}: ${charge.amount_captured} captured, the PSP has ${captured}`;
  if (charge.amount_captured > charge.amount) return `[1] ${name}: ${charge.amount_captured} captured`;
  if (charge.status === 'authorized' && !payment?.authorized) return `[2] ${name}: the PSP holds nothing`;
  if (charge.status === 'canceled' && hasMoney(payment)) return `[2] ${name}: the PSP has the money`;
  if (charge.status === 'failed') return failedDisagrees(world, charge, payment);
  return operationsDisagree(world, charge, payment) ?? refundsDisagree(charge, payment);
};

/** An attempt that was given up: nothing is there, nothing is on its way, and nobody can still finish it. */
const failedDisagrees = (
  { actors, now }: World,
  { id, outcome, code, reversal }: Charge,
  payment: BookPayment | undefined,
): string | undefined => {
  if (reversal || payment?.late) return undefined;
  const name = `charge ${id} has failed (${outcome})`;
  if (hasMoney(payment)) return `[9] ${name}: the PSP has the money`;
  const only_we_complete =
    outcome === 'canceled' || outcome === 'authentication_failed' || code === completionRefused;
  if (payment?.status === 'requires_action' && !only_we_complete)
    return `[9] ${name}: the customer can still complete it`;
  for (const actor of actors)
    if (
      actor.type === 'item' &&
      actor.item.type === 'arrival' &&
      actor.item.call.kind === 'authorize' &&
      actor.item.call.attempt.reference === id &&
      now - actor.item.sent < 60_000 &&
      payment === undefined
    )
      return `[9] ${name}: it is still on its way to the PSP`;
  return undefined;
};

const operationsDisagree = (
  { actors, now }: World,
  charge: Charge,
  payment: BookPayment | undefined,
): string | undefined => {
  for (const kind of ['capture', 'cancel'] as const) {
    const ours = charge[kind];
    if (ours?.status !== 'failed') continue;
    const known = payment?.operations.find((other) => other.kind === kind && other.ours === ours.id);
    if (known && known.status !== 'failed' && charge.amount_captured === 0 && charge.hold === undefined)
      return `[9] ${kind} ${ours.id} has failed: the PSP has it as ${known.status}`;
    const under_way = actors.some(
      (actor) =>
        actor.type === 'item' &&
        actor.item.type === 'arrival' &&
        actor.item.call.operation?.id === ours.id &&
        now - actor.item.sent < 60_000,
    );
    if (!known && under_way && payment?.status === 'authorized')
      return `[9] ${kind} ${ours.id} has failed and is still on its way`;
  }
  return undefined;
};

const refundsDisagree = (charge: Charge, payment: BookPayment | undefined): string | undefined => {
  const sum = { held: 0, asked: 0, given: 0 };
  for (const { id, status, amount, external } of Object.values(charge.refunds)) {
    if (status !== 'failed') sum.held += amount;
    if (status === 'succeeded') sum.given += amount;
    if (external) continue;
    if (status !== 'failed') sum.asked += amount;
    const known = payment?.operations.find((other) => other.kind === 'refund' && other.ours === id);
    if (status === 'succeeded' && known?.status !== 'succeeded')
      return `[2] refund ${id} has succeeded: the PSP has it as ${known?.status ?? 'nothing'}`;
    if (status === 'failed' && known && known.status !== 'failed')
      return `[9] refund ${id} has failed: the PSP has it as ${known.status}`;
  }
  // One of ours and one made elsewhere may be more together, until the PSP has refused ours.
  if (Math.max(sum.asked, sum.given) > charge.amount_captured)
    return `[3] charge ${charge.id}: refunds of ${sum.asked} asked, ${sum.given} given, captured ${charge.amount_captured}`;
  return charge.amount_refundable === charge.amount_captured - sum.held
    ? undefined
    : `[3] charge ${charge.id}: ${charge.amount_refundable} refundable of ${charge.amount_captured}, less ${sum.held}`;
};

const agreeing: Readonly<Record<Session['payment_status'], readonly ChargeStatus[]>> = {
  unpaid: [],
  processing: ['pending', 'needs_review'],
  requires_action: ['requires_action', 'needs_review'],
  authorized: ['authorized', 'capturing', 'canceling', 'needs_review'],
  paid: ['captured'],
  canceled: ['canceled'],
};

const sessionDisagrees = ({ store }: World, { id, charge, payment_status }: Session): string | undefined => {
  const status = charge === null ? undefined : store.charges.get(charge)?.status;
  const agrees =
    charge === null ? payment_status === 'unpaid' : status && agreeing[payment_status].includes(status);
  return agrees ? undefined : `[2] session ${id} is ${payment_status} with charge ${charge} ${status}`;
};
