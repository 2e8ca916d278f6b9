import type * as z from 'zod';
import { challengedCard, sharedCodeOf } from '../framework/shared-cards.ts';
import type { PspResponse } from '../framework/simulated-psp.ts';
import { openWallet } from '../framework/simulated-wallet.ts';
import { brandOf, isExpired, passesLuhn } from '../framework/test-card.ts';
import type { AdyenBooks } from './adyen-books.ts';
import type { AdyenCard } from './adyen-card.ts';
import { invalid } from './adyen-errors.ts';
import type { paymentShape } from './request-shapes.ts';

/** Documented test cards enrolled in 3-D Secure. Others are challenged if the request asks for it. */
const enrolled = new Set([
  challengedCard,
  '4212345678901237',
  '5212345678901234',
  '4917610000000000',
  '5454545454545454',
  '371449635398431',
]);

type Read =
  | { readonly ok: true; readonly card: AdyenCard }
  | { readonly ok: false; readonly answer: PspResponse };

type Request = z.infer<typeof paymentShape>;

/** Cards stored in every simulated account, by `storedPaymentMethodId`. */
const stored: Readonly<Record<string, { readonly number: string; readonly holder?: string }>> = {
  STOREDVISA000001: { number: '4111111111111111' },
  STOREDMASTERC001: { number: '5555444433331111' },
  STOREDREFUSED001: { number: '4111111111111111', holder: 'DECLINED' },
  STORED3DSECURE01: { number: '4212345678901237' },
};

/** The card of a payment request: raw, encrypted with the documented `test_` prefix, or stored; or Adyen's objection to it. */
export const readCard = (
  { context, stored: ownStored }: Pick<AdyenBooks, 'context' | 'stored'>,
  { paymentMethod, shopperReference }: Request,
): Read => {
  const id = paymentMethod.storedPaymentMethodId;
  if (id !== undefined) {
    if (shopperReference === undefined)
      return refuse('702', "Required field 'shopperReference' is not provided.");
    const own = ownStored.get(id);
    if (own?.shopper === shopperReference) return { ok: true, card: own.card };
    const known = Object.hasOwn(stored, id) ? stored[id] : undefined;
    return known === undefined ? refuse('800', 'Contract not found') : accept(known.number, known.holder);
  }
  if (paymentMethod.type === 'applepay' || paymentMethod.type === 'googlepay')
    return readWallet(paymentMethod);
  const number = paymentMethod.number ?? decrypted(paymentMethod.encryptedCardNumber);
  const month = paymentMethod.expiryMonth ?? decrypted(paymentMethod.encryptedExpiryMonth);
  const year = paymentMethod.expiryYear ?? decrypted(paymentMethod.encryptedExpiryYear);
  const cvc = paymentMethod.cvc ?? decrypted(paymentMethod.encryptedSecurityCode);
  if (number === undefined || !passesLuhn(number)) return refuse('101', 'Invalid card number');
  if (!/^(0?[1-9]|1[0-2])$/.test(month ?? '') || !/^\d{4}$/.test(year ?? ''))
    return refuse('129', 'Expiry Date Invalid');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) return refuse('103', 'CVC is not the right length');
  const expired = isExpired(Number(month), Number(year), context.now());
  return accept(number, expired ? 'CARD_EXPIRED' : paymentMethod.holderName);
};

/** Apple Pay's token is base64 of JSON, Google Pay's the JSON itself. */
const readWallet = ({ type, applePayToken = '', googlePayToken = '' }: Request['paymentMethod']): Read => {
  const json = type === 'applepay' ? Buffer.from(applePayToken, 'base64').toString() : googlePayToken;
  try {
    const card = openWallet(JSON.parse(json));
    if (card) return accept(card.number);
  } catch {}
  return refuse(
    '5_001',
    type === 'applepay' ? 'Apple Pay token decryption failed' : 'Google Pay token decryption failed',
  );
};

/** Adyen's brand names, as in `paymentMethod.brand`. */
const brandNames: Readonly<Record<ReturnType<typeof brandOf>, string>> = {
  visa: 'visa',
  mastercard: 'mc',
  amex: 'amex',
  discover: 'discover',
  diners: 'diners',
  jcb: 'jcb',
  unionpay: 'cup',
  maestro: 'maestro',
};

/** Holders' names, as the test platform takes them. */
const sharedNames = {
  do_not_honor: 'DECLINED',
  insufficient_funds: 'NOT_ENOUGH_BALANCE',
  incorrect_card_data: 'CVC_DECLINED',
  card_lost_or_stolen: 'BLOCK_CARD',
  fraud_suspected: 'FRAUD',
  issuer_unavailable: 'ISSUER_UNAVAILABLE',
} as const;

const accept = (number: string, holder?: string): { readonly ok: true; readonly card: AdyenCard } => ({
  ok: true,
  card: {
    last4: number.slice(-4),
    holder: sharedCodeOf(number, sharedNames) ?? holder,
    brand: brandNames[brandOf(number)],
    enrolled: enrolled.has(number),
  },
});

const refuse = (code: string, message: string): { readonly ok: false; readonly answer: PspResponse } => ({
  ok: false,
  answer: invalid(code, message),
});

const decrypted = (value: string | undefined): string | undefined =>
  value?.startsWith('test_') === true ? value.slice('test_'.length) : undefined;
