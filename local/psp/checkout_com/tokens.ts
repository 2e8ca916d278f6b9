import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { challengedCard } from '../framework/shared-cards.ts';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { openWallet } from '../framework/simulated-wallet.ts';
import { brandOf, isExpired, passesLuhn } from '../framework/test-card.ts';
import { type CheckoutBooks, type CheckoutCard, checkoutId } from './checkout-books.ts';
import { requestInvalid } from './checkout-errors.ts';
import { isoTime } from './render-payment.ts';
import { type paymentShape, readJson, tokenShape } from './requests.ts';
import { responseCodeOf } from './response-codes.ts';

const validMs = 15 * 60_000;

/** Card tokens: good for one payment within 15 minutes. */
export const tokenOperation = (books: CheckoutBooks): Operation => ({
  method: 'POST',
  path: '/tokens',
  call: 'tokenize',
  run: (request) => {
    const read = readJson(tokenShape, request);
    if (!read.ok) return read.answer;
    const raw = read.value.type === 'card' ? read.value : openWallet(read.value.token_data);
    if (raw === undefined) return requestInvalid('token_data_invalid');
    const found = readCard(raw, books.context.now());
    if (!found.ok) return found.answer;
    const { card } = found;
    const id = checkoutId('tok');
    const expires = books.context.now() + validMs;
    books.tokens.put(id, { id, card, expires, used: false });
    const { expiry_month, expiry_year, scheme, last4, bin } = card;
    return {
      status: 201,
      body: {
        type: read.value.type,
        token: id,
        expires_on: isoTime(expires),
        expiry_month,
        expiry_year,
        scheme,
        last4,
        bin,
        card_type: 'Credit',
        card_category: 'Consumer',
      },
      executed: true,
    };
  },
});

type Read =
  | { readonly ok: true; readonly card: CheckoutCard }
  | { readonly ok: false; readonly answer: PspResponse };

/** Tokens of the simulated account that never expire. */
const standing: Readonly<Record<string, string>> = {
  tok_approved000000000000000000: '4242424242424242',
  tok_insufficientfunds000000000: '4544249167673670',
  tok_refertoissuer0000000000000: '4111111111111129',
};

type Source = z.infer<typeof paymentShape>['source'];

export const readSource = (books: CheckoutBooks, source: Source): Read => {
  if (source.type === 'card') return readCard(source, books.context.now());
  if (source.type === 'id') {
    const stored = books.sources.get(source.id);
    return stored === undefined ? refuse('source_id_unknown') : { ok: true, card: stored };
  }
  const number = Object.hasOwn(standing, source.token) ? standing[source.token] : undefined;
  if (number !== undefined)
    return readCard({ number, expiry_month: 12, expiry_year: 2040 }, books.context.now());
  const token = books.tokens.get(source.token);
  if (token === undefined) return refuse('token_invalid');
  if (token.used) return refuse('token_used');
  if (token.expires <= books.context.now()) return refuse('token_expired');
  books.tokens.put(token.id, { ...token, used: true });
  return { ok: true, card: token.card };
};

type RawCard = { readonly number: string; readonly expiry_month: number; readonly expiry_year: number };

const readCard = ({ number, expiry_month, expiry_year }: RawCard, now: number): Read => {
  if (!passesLuhn(number)) return refuse('card_number_invalid');
  if (isExpired(expiry_month, expiry_year, now)) return refuse('card_expired');
  const scheme = brandOf(number);
  return {
    ok: true,
    card: {
      scheme: schemeNames[scheme],
      last4: number.slice(-4),
      bin: number.slice(0, 6),
      expiry_month,
      expiry_year,
      fingerprint: createHash('sha256').update(number).digest('hex').toUpperCase(),
      enrolled: (scheme === 'visa' || scheme === 'mastercard') && !notEnrolled.has(number),
      test_number: behaves(number) ? number : null,
    },
  };
};

const schemeNames: Readonly<Record<ReturnType<typeof brandOf>, string>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMERICAN EXPRESS',
  discover: 'DISCOVER',
  diners: 'DINERS CLUB INTERNATIONAL',
  jcb: 'JCB',
  unionpay: 'CHINA UNION PAY',
  maestro: 'MAESTRO',
};

/** Documented as cards without 3-D Secure. */
const notEnrolled = new Set(['3530111333300000', '5352151570003404', '4532432452900131', '4484070000035519']);

const refuse = (code: string): { readonly ok: false; readonly answer: PspResponse } => ({
  ok: false,
  answer: requestInvalid(code),
});

/** Only numbers of published test cards are stored, since they are no secret. */
const behaves = (number: string): boolean =>
  ['4543474002249996', '4242424242424242', challengedCard].includes(number) ||
  responseCodeOf(number, 1) !== '10000';
