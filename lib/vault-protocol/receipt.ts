import * as z from 'zod/mini';
import { cardBrands, cardNetworks } from '../types/card.ts';
import { type NamedDer, signText, verifyText } from './signed-text.ts';

const receipt = z.lazy(() => {
  const text = z.string();
  const whole = z.int();
  // Fields of another release of the vault that are not in this schema are dropped.
  return z.object({
    token: z.string().check(z.regex(/^vt_[0-9a-z]{26}$/)),
    merchant: text,
    mode: z.enum(['test', 'live']),
    session: text,
    bin: z.string().check(z.regex(/^\d{6}$/)),
    last4: z.string().check(z.regex(/^\d{4}$/)),
    brand: z.exactOptional(z.enum(cardBrands)),
    network: z.exactOptional(z.enum(cardNetworks)),
    exp_month: whole,
    exp_year: whole,
    name: z.exactOptional(text),
    created: whole,
  });
});

/**
 * The vault's description of a card that it has collected. The router trusts this, not the browser. Except `bin` and `last4`, nothing in it depends
 * on the number, so that two receipts do not show whether their cards have the same number. `network`: the customer's choice on a card with several
 * networks. `created`: Unix seconds.
 */
export type Receipt = z.output<typeof receipt>;

/** `vr_…` */
export const signReceipt = (content: Receipt, key: NamedDer): string => signText('vr', content, key);

/** Undefined unless one of these keys signed it. No I/O. */
export const verifyReceipt = (signed: string, keys: readonly NamedDer[]): Receipt | undefined => {
  const read = receipt.safeParse(verifyText('vr', signed, keys));
  return read.success ? read.data : undefined;
};
