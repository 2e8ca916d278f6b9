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
    ...charges.flatMap(({ captured_at, refunds, disputes, decisions, steps }) => [
      ...(captured_at ? [captured_at] : []),
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
  const ends = endsOf(session, charges).map(({ object, type, created }) => ({
    object,
    type,
    created,
    limit: 1,
  }));
  const pages = await Promise.all(
    [...around, ...ends].map((query) => call('listEvents', { query }, { signal })),
  );
  return once(pages.flatMap(({ data }) => data.toReversed()));
};

/** Lists of several questions may have the same. */
const once = <T extends { readonly id: string }>(all: readonly T[]): readonly T[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
];

type End = {
  readonly object: string;
  readonly type: Event['type'];
  /** Of the audit entry, if somebody has asked for it. */
  readonly action?: AuditEntry['action'];
  readonly created: { readonly gte: number; readonly lte?: number };
};

const day_s = 86_400;

/**
 * A session, a hold and a dispute do not say when they ended, which is hours or weeks after everything else: the last event does. Where many newer events lie
 * before that, the list gives up looking, and the story does not say when.
 */
const endsOf = (session: CheckoutSession, charges: readonly Charge[]): readonly End[] => [
  ...(session.status === 'expired' ? [expiryOf(session)] : []),
  ...charges
    .filter(({ status }) => status === 'canceled')
    .map(({ id, created }) => ({
      object: id,
      type: 'charge.canceled' as const,
      action: 'charge.cancel' as const,
      created: { gte: created },
    })),
  ...charges
    .flatMap(({ disputes }) => disputes)
    .flatMap(({ id, status, created }) =>
      status === 'open' ? [] : [{ object: id, type: endings[status], created: { gte: created } }],
    ),
];

/** A session that nobody ends is ended some time after its end. */
const expiryOf = ({ id, created, expires_at }: CheckoutSession): End => ({
  object: id,
  type: 'checkout.session.expired',
  action: 'checkout_session.expire',
  created: { gte: created, lte: expires_at + day_s },
});

const endings = { won: 'dispute.won', lost: 'dispute.lost', closed: 'dispute.updated' } as const;

const readEntries = async (session: CheckoutSession, charges: readonly Charge[], signal: AbortSignal) => {
  const around = spansOf(session, charges).flatMap((created) =>
    objectsOf(session, charges).map((target) => ({ target, created, limit: most })),
  );
  const ends = endsOf(session, charges).flatMap(({ object: target, action, created }) =>
    action === undefined ? [] : [{ target, action, created, limit: 1 }],
  );
  const pages = await Promise.all(
    [...around, ...ends].map((query) => call('listAuditEntries', { query }, { signal })),
  );
  return once(pages.flatMap(({ data }) => data.toReversed()));
};

const readNotes = async (charges: readonly Charge[], signal: AbortSignal) => {
  const pages = await Promise.all(
    charges.map(({ id }) => call('listChargeNotes', { path: { id }, query: { limit: most } }, { signal })),
  );
  return pages.flatMap(({ data }) => data.toReversed());
};
