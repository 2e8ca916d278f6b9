import type { Operation } from '../framework/simulated-psp.ts';
import { openWallet } from '../framework/simulated-wallet.ts';
import { type CheckoutBooks, checkoutId } from './checkout-books.ts';
import { requestInvalid } from './checkout-errors.ts';
import { readJson } from './read-json.ts';
import { readCard } from './read-source.ts';
import { isoTime } from './render-payment.ts';
import { tokenShape } from './request-shapes.ts';

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
