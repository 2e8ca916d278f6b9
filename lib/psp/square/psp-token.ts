import { defined } from '../../types/defined.ts';
import type { Psp } from '../../types/psp.ts';
import { anyTextAt, parseJson } from '../json.ts';

/** As `CreatePaymentRequest` expects it. */
type PspToken = {
  readonly source_id: string;
  readonly verification_token?: string;
  readonly customer_id?: string;
};

/**
 * A Square token, or undefined for any other text. It is the source's id (a plain string), or JSON
 * `{"source_id","verification_token"?,"customer_id"?}`: `verification_token` comes from `verifyBuyer` after 3-D Secure, `customer_id` owns a card on
 * file. The text comes from a browser: a request gets only these fields. Sources such as `CASH` and `EXTERNAL` only record payments made elsewhere,
 * and are not tokens.
 */
export const readToken = (token: string): PspToken | undefined => {
  if (source.test(token)) return { source_id: token };
  const json = parseJson(token);
  const source_id = anyTextAt(json, 'source_id');
  const verification_token = anyTextAt(json, 'verification_token');
  const customer_id = anyTextAt(json, 'customer_id');
  if (source_id === undefined || !source.test(source_id)) return undefined;
  if (verification_token !== undefined && !/^verf:[\w-]{4,400}$/.test(verification_token)) return undefined;
  if (customer_id !== undefined && !/^[\w-]{1,191}$/.test(customer_id)) return undefined;
  return {
    source_id,
    ...defined({ verification_token, customer_id }),
  };
};

const source = /^(cnon|ccof):[\w-]{4,200}$/;

export const tokenKind: Psp['tokenKind'] = (token) => {
  const read = readToken(token);
  if (read === undefined) return undefined;
  // A browser may not name one of the seller's customers.
  return read.source_id.startsWith('cnon:') && read.customer_id === undefined ? 'single_use' : 'stored';
};
