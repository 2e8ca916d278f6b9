import type { Psp } from '../../types/psp.ts';
import { parseJson, textAt } from '../json.ts';

/** As `CreatePaymentRequest` takes it. */
export type PspToken = {
  readonly source_id: string;
  readonly verification_token?: string;
  readonly customer_id?: string;
};

/**
 * A token of Square's, or undefined if it is none. It is the source's id (a plain string), or JSON `{"source_id","verification_token"?,"customer_id"?}`:
 * `verification_token` is what `verifyBuyer` gave out after 3-D Secure, `customer_id` owns a card on file. It comes from a browser: nothing but these
 * fields passes into a request. Sources such as `CASH` and `EXTERNAL` only record what was paid elsewhere, and are not tokens.
 */
export const readToken = (token: string): PspToken | undefined => {
  if (source.test(token)) return { source_id: token };
  const json = parseJson(token);
  const source_id = textAt(json, 'source_id');
  const verification_token = textAt(json, 'verification_token');
  const customer_id = textAt(json, 'customer_id');
  if (source_id === undefined || !source.test(source_id)) return undefined;
  if (verification_token !== undefined && !/^verf:[\w-]{4,400}$/.test(verification_token)) return undefined;
  if (customer_id !== undefined && !/^[\w-]{1,191}$/.test(customer_id)) return undefined;
  return {
    source_id,
    ...(verification_token === undefined ? {} : { verification_token }),
    ...(customer_id === undefined ? {} : { customer_id }),
  };
};

const source = /^(cnon|ccof):[\w-]{4,200}$/;

export const tokenKind: Psp['tokenKind'] = (token) => {
  const read = readToken(token);
  if (read === undefined) return undefined;
  // A browser may not name a customer of the seller's.
  return read.source_id.startsWith('cnon:') && read.customer_id === undefined ? 'single_use' : 'stored';
};
