import type {
  AuditEntry,
  Charge,
  CheckoutSession,
  Event,
  Note,
} from '../../server/src/generated/api-types.ts';
import { call } from './api.ts';
import { may } from './caller.ts';

/** A payment and every charge of it. */
export type PaymentState = {
  readonly session: CheckoutSession;
  /** Oldest first; with other payments that the PSP has under one of their references. */
  readonly charges: readonly Charge[];
};

/** What else is known of it. */
export type PaymentHistory = {
  readonly events: readonly Event[];
  readonly entries: readonly AuditEntry[];
  readonly notes: readonly Note[];
};

export type PaymentStory = PaymentState & PaymentHistory;

/** Events and audit entries lie in lists by time: so much before and after something happened is asked for. Seconds. */
const around_s = 120;
const most = 100;

export const readPaymentState = async (id: string, signal: AbortSignal): Promise<PaymentState> => {
  const [session, { data }] = await Promise.all([
    call('retrieveCheckoutSession', { path: { id } }, { signal }),
    call('listCharges', { query: { session: id, limit: most } }, { signal }),
  ]);
  const known = new Set(data.map((charge) => charge.id));
  const others = data.flatMap(({ other_payments }) => other_payments.map(({ charge }) => charge));
  const more = await Promise.all(
    others
      .filter((charge) => !known.has(charge))
      .map((charge) => call('retrieveCharge', { path: { id: charge } }, { signal })),
  );
  return { session, charges: [...data, ...more].toSorted((a, b) => a.created - b.created) };
};

/** Changes whenever more may have happened. */
export const versionOf = ({ session, charges }: PaymentState): string =>
  [session.status, session.payment_status, ...charges.map(({ id, revision }) => `${id} ${revision}`)].join();

export const readPaymentHistory = async (
  { session, charges }: PaymentState,
  signal: AbortSignal,
): Promise<PaymentHistory> => {
  const [events, entries, notes] = await Promise.all([
    may('events:read') ? readEvents(session, charges, signal) : [],
    may('audit:read') ? readEntries(session, charges, signal) : [],
    readNotes(charges, signal),
  ]);
  return { events, entries, notes };
};

/** When something is known to have happened, as few spans as cover it. Unix seconds. */
const spansOf = (
  { created, routing }: CheckoutSession,
  charges: readonly Charge[],
): readonly { readonly gte: number; readonly lte: number }[] => {
  const times = [
    created,
    ...routing.attempts.flatMap(({ started, settled_ms }) =>
      [started, started + (settled_ms ?? 0)].map(inSeconds),
    ),
    ...charges.flatMap(({ refunds, disputes, decisions, steps }) => [
      ...[...refunds, ...disputes].map((part) => part.created),
      ...decisions.map(({ at }) => at),
      ...steps.map(({ at_ms }) => inSeconds(at_ms)),
    ]),
  ].toSorted((a, b) => a - b);
  const spans: { gte: number; lte: number }[] = [];
  for (const at of times) {
    const last = spans.at(-1);
    if (last && at - around_s <= last.lte) last.lte = at + around_s;
    else spans.push({ gte: at - around_s, lte: at + around_s });
  }
  return spans;
};

const inSeconds = (at_ms: number): number => Math.floor(at_ms / 1000);

const objectsOf = ({ id }: CheckoutSession, charges: readonly Charge[]): readonly string[] => [
  id,
  ...charges.flatMap((charge) => [
    charge.id,
    ...[...charge.refunds, ...charge.disputes].map((part) => part.id),
  ]),
];

const readEvents = async (session: CheckoutSession, charges: readonly Charge[], signal: AbortSignal) => {
  const around = spansOf(session, charges).flatMap((created) =>
    objectsOf(session, charges).map((object) => ({ object, created, limit: most })),
  );
  const pages = await Promise.all(
    [...around, ...endsOf(charges)].map((query) => call('listEvents', { query }, { signal })),
  );
  const events = pages.flatMap(({ data }) => data.toReversed());
  return [...new Map(events.map((event) => [event.id, event])).values()];
};

/**
 * A dispute does not say when it ended, which is weeks after everything else: its last event does. Where many newer events lie before that, the list gives up
 * looking, and the story does not say when.
 */
const endsOf = (charges: readonly Charge[]) =>
  charges
    .flatMap(({ disputes }) => disputes)
    .flatMap(({ id, status, created }) =>
      status === 'open' ? [] : [{ object: id, type: endings[status], created: { gte: created }, limit: 1 }],
    );

const endings = { won: 'dispute.won', lost: 'dispute.lost', closed: 'dispute.updated' } as const;

const readEntries = async (session: CheckoutSession, charges: readonly Charge[], signal: AbortSignal) => {
  const pages = await Promise.all(
    spansOf(session, charges).flatMap((created) =>
      objectsOf(session, charges).map((target) =>
        call('listAuditEntries', { query: { target, created, limit: most } }, { signal }),
      ),
    ),
  );
  return pages.flatMap(({ data }) => data.toReversed());
};

const readNotes = async (charges: readonly Charge[], signal: AbortSignal) => {
  const pages = await Promise.all(
    charges.map(({ id }) => call('listChargeNotes', { path: { id }, query: { limit: most } }, { signal })),
  );
  return pages.flatMap(({ data }) => data.toReversed());
};
