import { alphanumeric, randomId } from '../framework/random-id.ts';

/** `pi_…`, `ch_…`: a prefix and 24 characters, like Stripe's ids. */
export const stripeId = (prefix: string): string => `${prefix}_${randomId(24, alphanumeric)}`;
