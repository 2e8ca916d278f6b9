import { isStorageDown } from '../types/api-error.ts';
import type { Event } from '../types/event.ts';
import type { Count } from '../types/hour-count.ts';
import type { StoredMethod } from '../types/payment-method.ts';
import type { EventSink, Log, RowStore } from '../types/ports.ts';
import type { RecordChange } from '../types/record-change.ts';
import { answeredCodes } from './answered-codes.ts';
import { deriveCounts } from './derive-counts.ts';
import { deriveRows } from './derive-events.ts';
import { endedSession } from './ended-session.ts';
import { type Attempt, attemptIn } from './health/health-tally.ts';
import { keptMethod } from './kept-method.ts';

export type RecordingPorts<Delivered> = {
  /** The change in the record; undefined if nothing is derived from it. Throws if the record cannot be read. */
  readonly read: (delivered: Delivered) => RecordChange | undefined;
  readonly rows: RowStore;
  /** Stores the card of a payment. `unknown_token`: the vault no longer has it, and never will. Throws if it cannot be stored now. */
  readonly keep: (method: StoredMethod) => Promise<'kept' | 'unknown_token'>;
  /** Reports to the vault that the session has ended. Never rejects. */
  readonly close: (session: string) => Promise<void>;
  /** Tells the vault to delete a card's security code. Never rejects. */
  readonly releaseCvc: (card_token: string) => Promise<void>;
  readonly sinks: readonly EventSink[];
  /**
   * Stores a record that cannot be handled until its cause is fixed. A record parked twice is stored once. `counted`: it could be read, so its counts
   * are among those of its batch.
   */
  readonly park: (delivered: Delivered, error: unknown, counted: boolean) => Promise<void>;
  readonly log: Log;
};

/**
 * The result of a batch. `again`: to be delivered again, because the store did not respond. `parked`: set aside, to be handled whole once its cause is
 * fixed. `counts`: those of each record that could be read, in the batch's order. A parked one counts too: if it comes again, it may be published, and must not
 * count twice.
 */
export type Recorded<Delivered> = {
  readonly again: readonly Delivered[];
  readonly parked: readonly Delivered[];
  readonly counts: readonly {
    readonly delivered: Delivered;
    readonly counts: readonly Count[];
    readonly attempt: Attempt | undefined;
  }[];
};

type Reported<Delivered> = {
  readonly delivered: Delivered;
  readonly events: readonly Event[];
  readonly counts: readonly Count[];
  readonly attempt: Attempt | undefined;
};

/**
 * Stores everything derived from a batch of a stream's records and sends its events to the sinks. May be interrupted anywhere and repeated, in full
 * or from any record on: rows and events get the same ids each time. A record that fails permanently is parked, so that the records behind it are
 * handled.
 */
export const recordBatch = async <Delivered>(
  ports: RecordingPorts<Delivered>,
  batch: readonly Delivered[],
): Promise<Recorded<Delivered>> => {
  const again: Delivered[] = [];
  const parked: Delivered[] = [];
  const read = new Map<Delivered, Reported<Delivered>>();
  const failed = async (delivered: Delivered, error: unknown): Promise<void> => {
    const aside = !isStorageDown(error) && (await park(ports, delivered, error, read.has(delivered)));
    (aside ? parked : again).push(delivered);
  };
  const stored = await Promise.all(
    batch.map(async (delivered) => {
      try {
        const found = derived(ports, delivered);
        const reported = { delivered, events: found.events, counts: found.counts, attempt: found.attempt };
        read.set(delivered, reported);
        return [{ ...reported, notKept: await store(ports, found) }];
      } catch (error) {
        await failed(delivered, error);
        return [];
      }
    }),
  );
  const unsent = await send(ports, stored.flat());
  for (const { unsent: one, error } of unsent) await failed(one.delivered, error);
  for (const one of stored.flat())
    if (one.notKept !== undefined && !unsent.some((other) => other.unsent === one))
      await failed(one.delivered, one.notKept);
  const counts = batch.flatMap((one) => (again.includes(one) ? [] : (read.get(one) ?? [])));
  return { again, parked, counts };
};

/** Resolves to why its card could not be stored: a vault that does not respond holds back no event. */
const store = async <Delivered>(
  ports: RecordingPorts<Delivered>,
  { rows, kept, ended, answered }: ReturnType<typeof derived<Delivered>>,
): Promise<unknown> => {
  await ports.rows.putRows(rows);
  const notKept = kept && (await keepCard(ports, kept));
  await Promise.all([...answered.map(ports.releaseCvc), ended !== undefined && ports.close(ended)]);
  return notKept;
};

const keepCard = async <Delivered>(
  { keep, log }: RecordingPorts<Delivered>,
  method: StoredMethod,
): Promise<unknown> => {
  try {
    if ((await keep(method)) === 'unknown_token') log({ event: 'card_not_kept', payment_method: method.id });
    return undefined;
  } catch (error) {
    if (isStorageDown(error)) throw error;
    return error;
  }
};

/** A failure here repeats at each delivery, even if its error says to try again: that advice is for a caller who reads a single record. */
const derived = <Delivered>(ports: RecordingPorts<Delivered>, delivered: Delivered) => {
  try {
    const change = ports.read(delivered);
    return change === undefined
      ? {
          events: [],
          rows: [],
          kept: undefined,
          ended: undefined,
          answered: [],
          counts: [],
          attempt: undefined,
        }
      : {
          ...deriveRows(change),
          kept: keptMethod(change),
          ended: endedSession(change),
          answered: answeredCodes(change),
          counts: deriveCounts(change),
          attempt: attemptIn(change),
        };
  } catch (cause) {
    throw new Error('The record cannot be read.', { cause });
  }
};

type Unsent<Delivered> = { readonly unsent: Reported<Delivered>; readonly error: unknown };

/** Sends all at once. If that fails, sends one by one, so that an event that a sink rejects does not stop the others. */
const send = async <Delivered>(
  { sinks }: RecordingPorts<Delivered>,
  recorded: readonly Reported<Delivered>[],
): Promise<readonly Unsent<Delivered>[]> => {
  const withEvents = recorded.filter(({ events }) => events.length > 0);
  if (withEvents.length === 0) return [];
  const toAll = async (events: readonly Event[]): Promise<void> => {
    for (const sink of sinks) await sink(events);
  };
  try {
    await toAll(withEvents.flatMap(({ events }) => events));
    return [];
  } catch (error) {
    if (isStorageDown(error)) return withEvents.map((unsent) => ({ unsent, error }));
  }
  const failures: Unsent<Delivered>[] = [];
  for (const unsent of withEvents)
    try {
      await toAll(unsent.events);
    } catch (error) {
      failures.push({ unsent, error });
    }
  return failures;
};

/** Reports first: two alarms are better than none. */
const park = async <Delivered>(
  ports: RecordingPorts<Delivered>,
  delivered: Delivered,
  error: unknown,
  counted: boolean,
): Promise<boolean> => {
  ports.log({ event: 'record_parked', error: error instanceof Error ? error.message : String(error) });
  try {
    await ports.park(delivered, error, counted);
    return true;
  } catch {
    return false;
  }
};
