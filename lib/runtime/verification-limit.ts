import { addressGroup } from '../http/address-group.ts';
import { ApiError } from '../types/api-error.ts';
import type { Account } from '../types/capabilities.ts';
import type { ErrorCode } from '../types/error-codes.ts';
import type { Clock } from '../types/ports.ts';

/** How many deliveries from one address may fail verification at once; each `refill_ms` allows one more. */
const most = 30;
const refill_ms = 2_000;
const addresses = 10_000;

/** Also of genuine events that have to come again: these are few. */
const unproven: readonly ErrorCode[] = ['signature_invalid', 'event_not_verified'];

type Bucket = { left: number; at: number };
type Receive = () => Promise<void>;

/**
 * Limits how often strangers can make this process call a PSP that verifies events by call. A delivery takes one from its address's bucket and puts
 * it back, unless its signature is refused or nobody can verify it: a PSP's own addresses are not limited as long as it responds. Throws
 * `too_many_requests`.
 */
export const createVerificationLimit = ({ now }: Pick<Clock, 'now'>) => {
  const buckets = new Map<string, Bucket>();
  return async (account: Account | undefined, client_ip: string, receive: Receive): Promise<void> => {
    if (!account?.capabilities.verifies_by_call) return receive();
    const bucket = bucketOf(buckets, addressGroup(client_ip), now());
    if (bucket.left < 1)
      throw new ApiError('too_many_requests', 'Too many events from this address had no valid signature.', {
        retry_after: Math.ceil(refill_ms / 1000),
      });
    bucket.left -= 1;
    const giveBack = () => {
      bucket.left = Math.min(most, bucket.left + 1);
    };
    try {
      await receive();
      giveBack();
    } catch (error) {
      if (!(error instanceof ApiError && unproven.includes(error.code))) giveBack();
      throw error;
    }
  };
};

/** Refills the bucket for the time that has passed. If there are too many buckets, drops that of the address that has been quiet longest. */
const bucketOf = (buckets: Map<string, Bucket>, address: string, now: number): Bucket => {
  const bucket = buckets.get(address) ?? { left: most, at: now };
  const refills = Math.max(0, Math.floor((now - bucket.at) / refill_ms));
  bucket.left = Math.min(most, bucket.left + refills);
  bucket.at += refills * refill_ms;
  buckets.delete(address);
  buckets.set(address, bucket);
  const [oldest] = buckets.keys();
  if (buckets.size > addresses && oldest !== undefined) buckets.delete(oldest);
  return bucket;
};
