import type { Charge, Refund } from '../types/charge.ts';
import type { Write } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { listAttributes } from './list-keys.ts';
import { refuseOtherFormat } from './refuse-other-format.ts';
import { valueAttributes } from './value-keys.ts';

/** A record as the document client reads and writes it. */
export type Item = Readonly<Record<string, unknown>>;

const longestKeyBytes = 2_048;

/** Whether an item can have this key: DynamoDB rejects a call with an empty or longer one. */
export const isPossibleKey = (key: string): boolean =>
  key !== '' && Buffer.byteLength(key) <= longestKeyBytes;

const unpaidSessionKeptSeconds = 30 * 24 * 3600;

/**
 * The item of a write. An unpaid session has a `ttl` (Unix seconds), at which DynamoDB deletes it. Readers see neither that nor the indexes' keys.
 */
export const toItem = ({ table, item }: Write): Item => {
  if (table === 'charges')
    return {
      ...item,
      refunds: mapValues(item.refunds, toStoredRefund),
      ...listAttributes(item.id, item.started),
      ...referenceAtPsp(item),
      ...lastDigits(item),
    };
  const at = item.created_ms;
  const session = {
    ...withPairs(item),
    ...listAttributes(item.id, at),
    ...(item.reference && valueAttributes('reference', item.reference, { id: item.id, at })),
    ...(item.customer_email && valueAttributes('email', item.customer_email, { id: item.id, at })),
  };
  if (item.payment_status !== 'unpaid') return session;
  return {
    ...session,
    ttl: item.expires_at + unpaidSessionKeptSeconds,
    ...(item.expired_at === undefined && { expire_shard: session.list_shard }),
  };
};

export const toStoredRefund = (refund: Refund): Item => withPairs(refund);

/** DynamoDB rejects an item with an invalid key: such a reference is stored, but cannot be looked up. */
const referenceAtPsp = ({ psp_reference = '' }: Charge): Item =>
  isPossibleKey(psp_reference) ? { reference_at_psp: psp_reference } : {};

/** A PSP may show them in another form, which cannot be looked up. */
const lastDigits = ({ particulars }: Charge): Item => {
  const last4 = particulars?.card?.last4;
  return last4 !== undefined && /^\d{4}$/.test(last4) ? { last4 } : {};
};

/** The session in an item. Throws `ApiError('storage_unavailable')` for one that a newer release wrote. */
export const fromSessionItem = ({
  ttl: _,
  list_shard: _shard,
  list_key: _key,
  expire_shard: _expire,
  reference_shard: _reference_shard,
  reference_key: _reference_key,
  email_shard: _email_shard,
  email_key: _email_key,
  ...item
}: Item): Session => {
  refuseOtherFormat(item);
  return fromPairs(item) as Session;
};

/** The charge in an item; throws in the same way. */
export const fromChargeItem = ({
  list_shard: _shard,
  list_key: _key,
  reference_at_psp: _reference,
  last4: _last4,
  ...item
}: Item): Charge => {
  refuseOtherFormat(item);
  return {
    ...(item as Charge),
    refunds: mapValues(item.refunds as Charge['refunds'], (refund) => fromPairs(refund) as Refund),
  };
};

/** Merchants choose the keys of metadata. The document client throws for a map with the key `constructor`, and loses `__proto__`. */
const withPairs = <R extends Session | Refund>(record: R): Item => ({
  ...record,
  metadata: Object.entries(record.metadata),
});

const fromPairs = (item: Item): Item => ({
  ...item,
  metadata: Object.fromEntries(item.metadata as [string, string][]),
});

const mapValues = <Value, Result>(
  map: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
