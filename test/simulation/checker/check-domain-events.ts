import type { Charge, Dispute } from '../../../lib/types/charge.ts';
import type { Event } from '../../../lib/types/event.ts';
import type { Session } from '../../../lib/types/session.ts';
import type { DeliveredStream } from '../domain-events/deliver-stream.ts';
import type { Written } from '../domain-events/stream.ts';
import type { Facts } from './facts.ts';

/** What was told, stored and counted, against the images alone: each transition once, under one id, true of what was committed; nothing else. */
export const checkDomainEvents = (
  facts: Facts,
  written: readonly Written[],
  stream: DeliveredStream,
): void => {
  const { reported, rows, parked } = stream;
  if (parked > 0) facts.violate(16, `${parked} records could not be told`);
  const ids = new Map<string, string>();
  for (const event of reported) {
    const { id } = event;
    const name = nameOf(event);
    const known = ids.get(name);
    if (known !== undefined && known !== id) facts.violate(16, `${name} was told as ${known} and ${id}`);
    ids.set(name, id);
    if (!rows.has(id)) facts.violate(16, `${name} was told and is not listed`);
  }
  const due = new Set(written.flatMap(transitionsOf));
  for (const name of due) if (!ids.has(name)) facts.violate(16, `${name} was never told`);
  for (const name of ids.keys())
    if (!due.has(name) && !name.startsWith('charge.'))
      facts.violate(16, `${name} was told, and it did not happen`);
  for (const { id, kind } of rows.values())
    if (kind === 'event' && !reported.some((event) => event.id === id))
      facts.violate(16, `${id} is listed and was never told`);
  checkCounts(facts, written, stream);
};

const nameOf = ({ type, data }: Event): string => `${type} ${data.id} ${data.seq}`;

/** What a write should tell of its session, refunds and disputes. */
const transitionsOf = (one: Written): readonly string[] => {
  if (one.after === undefined || one.before === one.after) return [];
  if (one.table === 'sessions')
    return one.before === undefined ? [] : sessionTransitions(one.before, one.after);
  const { before, after } = one;
  const refunds = Object.values(after.refunds).filter(
    ({ id, status }) => before?.refunds[id]?.status !== status,
  );
  const disputes = Object.values(after.disputes).flatMap((dispute) => {
    const known = before?.disputes[dispute.id];
    if (known !== undefined && shownOf(known) === shownOf(dispute)) return [];
    const moved = known?.status !== dispute.status && dispute.status !== 'closed';
    const what = dispute.status === 'open' ? 'opened' : dispute.status;
    return [`dispute.${moved ? what : 'updated'} ${dispute.id} ${after.rev}`];
  });
  return [...refunds.map(({ id, status, rev }) => `refund.${status} ${id} ${rev}`), ...disputes];
};

/** Not the events that told it, nor their time: they tell only which of two reports is the later. */
const shownOf = ({ events: _, as_of: __, ...shown }: Dispute): string => JSON.stringify(shown);

const sessionTransitions = (before: Session, after: Session): readonly string[] => {
  const { payment_status: is } = after;
  const moved = is !== before.payment_status;
  const types = [
    ...(moved && is !== 'processing' ? [is === 'unpaid' ? 'payment_failed' : is] : []),
    ...(isInDoubt(after) && !isInDoubt(before) ? ['processing'] : []),
    ...(after.expired_at !== undefined && before.expired_at === undefined ? ['expired'] : []),
  ];
  return types.map((type) => `checkout.session.${type} ${after.id} ${after.rev}`);
};

const isInDoubt = ({ payment_status, attempts, charge }: Session): boolean =>
  payment_status === 'processing' &&
  attempts.some((one) => one.charge === charge && (one.outcome === 'unknown' || one.outcome === 'duplicate'));

/** What was captured in the end, whatever was taken back on the way, how many attempts ended, and how many were not answered. */
const checkCounts = (facts: Facts, written: readonly Written[], { counts }: DeliveredStream): void => {
  const due = new Map<string, number>();
  const add = (name: string, n: number) => void due.set(name, (due.get(name) ?? 0) + n);
  const ended = new Set<string>();
  for (const { table, before, after } of written) {
    if (table !== 'charges' || after === undefined) continue;
    const row = `${after.psp} ${after.currency}`;
    add(`${row} m.a`, after.amount_captured - (before?.amount_captured ?? 0));
    add(`${row} xc.a`, lostIn(after) - lostIn(before));
    add(`${row} x`, Number(isLost(after)) - Number(isLost(before)));
    if (after.other_payment_of !== undefined) continue;
    const keptByVault = after.outcome === 'not_sent' && after.code?.startsWith('vault_') === true;
    const isKnown =
      ![null, 'unknown', 'duplicate', 'requires_action'].includes(after.outcome) && !keptByVault;
    if (isKnown && !ended.has(after.id)) add(`${row} a`, 1);
    if (isKnown) ended.add(after.id);
    else ended.delete(after.id);
  }
  const summed = new Map<string, number>();
  for (const [name, n] of counts) {
    const sum = name.replace(/ a\..*/, ' a');
    summed.set(sum, (summed.get(sum) ?? 0) + n);
  }
  for (const [name, n] of due)
    if ((summed.get(name) ?? 0) !== n) facts.violate(16, `${name}: counted ${summed.get(name)}, not ${n}`);
};

const isLost = (charge: Charge | undefined): boolean =>
  charge?.steps?.some(({ what }) => what === 'no_answer') === true;

/** What an attempt captured whose answer was lost. Minor units. */
const lostIn = (charge: Charge | undefined): number =>
  charge && isLost(charge) ? charge.amount_captured : 0;
