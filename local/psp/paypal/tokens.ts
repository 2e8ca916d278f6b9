import { createHmac, timingSafeEqual } from 'node:crypto';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import type { PayPalBooks } from './paypal-books.ts';
import { payPalError } from './paypal-errors.ts';

const tokenPath = '/v1/oauth2/token';
const lifetime_s = 32_400;
const scope = ['payment/authcapture', 'refund', 'realtimepayment']
  .map((name) => `https://uri.paypal.com/services/payments/${name}`)
  .join(' ');

/** OAuth 2 client credentials. */
export const tokenOperation = (books: PayPalBooks): Operation => ({
  method: 'POST',
  path: tokenPath,
  call: 'tokenize',
  run: ({ body }) => {
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' }, executed: false };
    const access_token = `A21AA${randomId(60, alphanumeric)}`;
    books.tokens.set(access_token, books.context.now() + lifetime_s * 1_000);
    return {
      status: 200,
      body: { scope, access_token, token_type: 'Bearer', app_id: 'APP-SIMULATED', expires_in: lifetime_s },
      executed: true,
    };
  },
});

/** The client's own credentials to get a token; a token for everything else. */
export const authenticate = (books: PayPalBooks, { headers, path }: PspRequest): PspResponse | undefined => {
  const [scheme = '', given = ''] = (headers.authorization ?? '').split(' ');
  if (path === tokenPath) {
    const { api_key } = books.context.credentials;
    return scheme === 'Basic' && equal(Buffer.from(given, 'base64').toString(), api_key)
      ? undefined
      : {
          status: 401,
          body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
          executed: false,
        };
  }
  const ends = books.tokens.get(given);
  return scheme === 'Bearer' && ends !== undefined && ends > books.context.now() ? undefined : unauthorized();
};

export const unauthorized = (): PspResponse => payPalError(401, undefined);

const equal = (a: string, b: string): boolean => {
  const digest = (value: string) => createHmac('sha256', 'compare').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
};
