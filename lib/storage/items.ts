import type { Write } from '../types/ports.ts';
import type { Charge, Session } from '../types/records.ts';
import { type AttributeMap, fromAttributes, toAttributes } from './attribute-value.ts';

const unpaidSessionKeptSeconds = 30 * 24 * 3600;

/** The item of a write. An unpaid session carries `ttl` (Unix seconds), which DynamoDB deletes it by and which no reader sees. */
export const toItem = (write: Write): AttributeMap => {
  const item = toAttributes(write.item);
  if (write.table === 'sessions' && write.item.payment_status === 'unpaid')
    item.ttl = { N: String(write.item.expires_at + unpaidSessionKeptSeconds) };
  return item;
};

export const fromSessionItem = (item: AttributeMap): Session => {
  const { ttl: _, ...session } = item;
  return fromAttributes(session) as Session;
};

export const fromChargeItem = (item: AttributeMap): Charge => fromAttributes(item) as Charge;
