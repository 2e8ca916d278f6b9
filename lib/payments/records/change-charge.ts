import { withBoundedResponses } from '../../charge/bounded-responses.ts';
import { brokenInvariant } from '../../charge/broken-invariant.ts';
import { withMark } from '../../charge/schedule.ts';
import { orderAfter } from '../../charge/session-after.ts';
import { withTimeOut } from '../../charge/timed-out.ts';
import { withoutOldEvents } from '../../charge/waiting-events.ts';
import { ApiError, isStorageDown } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import type { Exceeded, LimitWrite, LogRecord, OrderWrite, QuietRecord, Write } from '../../types/ports.ts';
import { type Revised, recordFormat } from '../../types/records.ts';
import type { Session } from '../../types/session.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { recoveryOf } from './look-up-of.ts';

/** A charge and its session as read. A session that was never paid is deleted after 30 days; its charges are not. */
export type Records = { readonly charge: Charge; readonly session: Session | undefined };

/** The records before there is a charge: a session about to be confirmed. */
export type Before = { readonly charge?: undefined; readonly session: Session };

/** A charge whose session was not read. What follows from the session cannot be decided: a transition takes `Records`. */
export type ChargeOnly = { readonly charge: Charge; readonly session?: never };

type AnyRecords = Records | Before | ChargeOnly;

/** The records to write, without revisions, write ids and recovery index entries. Anything missing or identical is not written. */
export type Change<Outcome> = {
  readonly charge?: Charge;
  readonly session?: Session | undefined;
  /** A new attempt's charge. */
  readonly opened?: Charge;
  readonly limits?: readonly LimitWrite[];
  /** Reported after the write: lost if the function dies in between. */
  readonly logs?: readonly QuietRecord[];
  /** Reported before the write: an alarm may fire twice, but must fire. */
  readonly alarms?: readonly LogRecord[];
  readonly outcome: Outcome;
};

/** Why a commit was refused although the records matched: exhausted limits, or an order that another session holds. */
export type Refusal = {
  readonly exceeded: readonly Exceeded[];
  readonly order_held_by?: string;
};

export type Changed<From, Outcome> = {
  readonly outcome: Outcome;
  readonly written: boolean;
  readonly records: From;
  /** The new attempt's charge as written. */
  readonly opened?: Charge;
};

const maxRounds = 8;

/**
 * The only way to write a charge and its session. `decide` writes nothing: it derives what to write, if anything, from the records. If another write
 * came first, it decides again from the current records, at most eight times in all. `refused` is called if limits or an order refuse the write.
 * Throws `storage_unavailable` if the charge keeps changing, and `internal` for a change that would break an invariant, which is never stored.
 */
export const changeCharge = async <From extends AnyRecords, Outcome>(
  ports: PaymentPorts,
  from: From,
  decide: (records: From) => Change<Outcome>,
  refused?: (refusal: Refusal) => Error | Promise<Error>,
): Promise<Changed<From, Outcome>> => {
  let records = from;
  let joinsOrder = false;
  for (let round = 0; round < maxRounds; round++) {
    if (round > 1) await ports.clock.sleep(10 * 2 ** round);
    const change = decide(records);
    const { writes, after, opened, order } = prepare(ports, records, change, joinsOrder);
    if (writes.length === 0) return { outcome: change.outcome, written: false, records };
    for (const event of change.alarms ?? []) ports.log(event);
    const result = await commit(ports, writes, change.limits ?? [], order);
    if (result.ok) {
      for (const event of change.logs ?? []) ports.log(event);
      return { outcome: change.outcome, written: true, records: after, ...(opened ? { opened } : {}) };
    }
    const isRefused = result.exceeded.length > 0 || result.order_held_by !== undefined;
    // If a record has changed, that decides first: whoever came first may have taken the last try.
    if (refused && isRefused && result.current.every((record) => record === undefined))
      throw await refused(result);
    // Not a claim: this payment is a fact. Another session holds the order by now, so both may be paid.
    if (!refused && result.order_held_by !== undefined) {
      joinsOrder = true;
      ports.log({ event: 'order_paid_twice', session: records.session?.id });
    }
    records = await currentOf(ports, records, writes, result.current);
  }
  throw new ApiError('storage_unavailable', 'Another call is changing this payment. Try again.', {
    retry_after: 1,
  });
};

const prepare = <From extends AnyRecords>(
  ports: PaymentPorts,
  before: From,
  change: Change<unknown>,
  joinsOrder: boolean,
) => {
  const writes: Write[] = [];
  const write = ports.newWrite();
  const now = ports.clock.now();
  const charge = change.charge && change.charge !== before.charge ? change.charge : undefined;
  const session = change.session && change.session !== before.session ? change.session : undefined;
  const wanted = orderAfter(before.session, session ?? before.session);
  const order = joinsOrder && wanted?.order === 'take' ? ({ ...wanted, order: 'join' } as const) : wanted;
  const next = {
    session: session && withRevision(session, before.session?.rev ?? 0, write),
    charge: charge && before.charge && nextRevision(ports, before.charge, charge, { now, write }),
    opened:
      change.opened &&
      checkInvariants(ports, withRevision(withMark(undefined, change.opened, now, ports.recovery), 0, write)),
  };
  if (next.session && before.session)
    writes.push({ table: 'sessions', item: next.session, expects: before.session.rev });
  if (next.charge && before.charge)
    writes.push({ table: 'charges', item: next.charge, expects: before.charge.rev });
  if (next.opened) writes.push({ table: 'charges', item: next.opened, expects: 'absent' });
  // The replacement has the same type as the original.
  const after = {
    ...before,
    ...(next.session ? { session: next.session } : {}),
    ...(next.charge ? { charge: next.charge } : {}),
  } as From;
  return { writes, after, opened: next.opened, order };
};

/** The next revision: with its recovery index entry, its responses bounded, its invariants checked. Throws `internal` if one is broken. */
export const nextRevision = (
  ports: PaymentPorts,
  before: Charge,
  after: Charge,
  { now, write }: { readonly now: number; readonly write: string },
): Charge => {
  const settings = recoveryOf(ports, after);
  const known = withTimeOut(before, withoutOldEvents(after), now, settings);
  const marked = withMark(before, known, now, settings);
  return checkInvariants(ports, withRevision(withBoundedResponses(marked), before.rev, write));
};

/** A charge about to be written, with the revision that it will be stored under, for the response. */
export const asWritten = (charge: Charge): Charge => ({ ...charge, rev: charge.rev + 1 });

const withRevision = <R extends Revised>(record: R, rev: number, write: string): R => ({
  ...record,
  v: recordFormat,
  rev: rev + 1,
  write,
});

/** The charge, if it keeps every invariant. Otherwise reports that and throws `internal`. */
const checkInvariants = (ports: PaymentPorts, charge: Charge): Charge => {
  const broken = brokenInvariant(charge);
  if (broken === undefined) return charge;
  ports.log({
    event: 'invariant_broken',
    charge: charge.id,
    psp: charge.psp,
    what: broken,
    stored: false,
  });
  throw new ApiError('internal', `Charge ${charge.id} was not changed: ${broken}.`);
};

/** A write that got no response may have been made: then the first record shows its write id, and the result is `ok`. */
const commit = async (
  ports: PaymentPorts,
  writes: readonly Write[],
  limits: readonly LimitWrite[],
  order: OrderWrite | undefined,
) => {
  try {
    return await ports.store.commit(writes, limits, order);
  } catch (error) {
    if (!isStorageDown(error) || ports.clock.now() >= ports.deadline) throw error;
    const [first] = writes;
    const stored = first && (await read(ports, first.table, first.item.id));
    if (first && stored?.write === first.item.write) return { ok: true as const };
    throw error;
  }
};

const read = (ports: PaymentPorts, table: Write['table'], id: string) =>
  table === 'sessions' ? ports.store.session(id) : ports.store.charge(id);

/** A failed condition returns the current record; a record that is not returned is unchanged. */
const currentOf = async <From extends AnyRecords>(
  ports: PaymentPorts,
  before: From,
  writes: readonly Write[],
  current: readonly (Session | Charge | undefined)[],
): Promise<From> => {
  let { session, charge }: { session?: Session | undefined; charge?: Charge | undefined } = before;
  let stale = true;
  for (const [index, { table, expects }] of writes.entries()) {
    const stored = current[index];
    if (!stored || expects === 'absent') continue;
    stale = false;
    if (table === 'sessions') session = stored as Session;
    else charge = stored as Charge;
  }
  if (stale) {
    if (charge) charge = (await ports.store.charge(charge.id)) ?? charge;
    if (session) session = await ports.store.session(session.id);
  }
  // Both may have changed: read the one that was not returned.
  else if (charge && writes.length === 1 && session) session = await ports.store.session(session.id);
  return { ...before, session, ...(charge ? { charge } : {}) };
};
