import type * as z from 'zod';
import { isNetworkTransactionId } from '../framework/network-transaction-id.ts';
import { challengedCard, sharedCodeOf } from '../framework/shared-cards.ts';
import { brandOf, isExpired, passesLuhn } from '../framework/test-card.ts';
import type { PayPalCard } from './paypal-card.ts';
import type { payShape } from './request-shapes.ts';

type Source = NonNullable<NonNullable<z.infer<typeof payShape>['payment_source']>['card']>;

type Read = { readonly ok: true; readonly card: PayPalCard } | { readonly ok: false; readonly issue: string };

/** Cards vaulted in the simulated account. */
const vaulted: Readonly<Record<string, string>> = {
  vaultapproved: '0000',
  vaultinsufficientfunds: '5120',
  vaultdonothonor: '0500',
};

/** Documented names that make the sandbox decline. */
const triggers: Readonly<Record<string, string>> = {
  'CCREJECT-REFUSED': '0500',
  'CCREJECT-SF': '9500',
  'CCREJECT-EC': '5400',
  'CCREJECT-IRC': '5180',
  'CCREJECT-IF': '5120',
  'CCREJECT-LS': '9520',
  'CCREJECT-IA': '1330',
  'CCREJECT-BANK_ERROR': '5100',
  'CCREJECT-CVV_F': '00N7',
};

const sharedCodes = {
  do_not_honor: '0500',
  insufficient_funds: '5120',
  incorrect_card_data: '00N7',
  card_lost_or_stolen: '9520',
  fraud_suspected: '9500',
  issuer_unavailable: '5920',
} as const;

/** A documented card whose holder is asked to authenticate. */
const challenged = new Set([challengedCard, '4868719166101368']);

const brands: Readonly<Record<ReturnType<typeof brandOf>, string>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
  discover: 'DISCOVER',
  diners: 'DISCOVER',
  jcb: 'JCB',
  unionpay: 'CHINA_UNION_PAY',
  maestro: 'MAESTRO',
};

/** Fields that exclude each other, according to card_stored_credential and the lists of issues. */
const issueOfCredential = ({ number, security_code, stored_credential }: Source): string | undefined => {
  if (stored_credential === undefined) return undefined;
  const {
    payment_initiator,
    payment_type,
    usage,
    previous_network_transaction_reference: previous,
  } = stored_credential;
  if (payment_initiator === 'CUSTOMER')
    return previous === undefined ? undefined : 'INCOMPATIBLE_PARAMETER_VALUE';
  if (payment_type === 'ONE_TIME' || usage === 'FIRST') return 'INCOMPATIBLE_PARAMETER_VALUE';
  if (security_code !== undefined) return 'MERCHANT_INITIATED_WITH_SECURITY_CODE';
  if (number === undefined) return undefined;
  if (previous === undefined) return 'MISSING_PREVIOUS_REFERENCE';
  return isNetworkTransactionId(previous.id) ? undefined : 'INVALID_PREVIOUS_TRANSACTION_REFERENCE';
};

/** The card that a payment source names, or PayPal's issue with it. */
export const readCard = (source: Source, now: number): Read => {
  const issue = issueOfCredential(source);
  if (issue !== undefined) return { ok: false, issue };
  if (source.vault_id !== undefined) {
    const response_code = Object.hasOwn(vaulted, source.vault_id) ? vaulted[source.vault_id] : undefined;
    return response_code === undefined
      ? { ok: false, issue: 'TOKEN_ID_NOT_FOUND' }
      : { ok: true, card: { brand: 'VISA', last_digits: '1881', response_code, challenged: false } };
  }
  const { number, expiry, security_code, name = '' } = source;
  if (number === undefined) return { ok: false, issue: 'CARD_NUMBER_REQUIRED' };
  if (expiry === undefined) return { ok: false, issue: 'CARD_EXPIRY_REQUIRED' };
  const brand = brandOf(number);
  if (security_code !== undefined && security_code.length !== (brand === 'amex' ? 4 : 3))
    return { ok: false, issue: 'INVALID_SECURITY_CODE_LENGTH' };
  const [year, month] = expiry.split('-').map(Number);
  const answer = passesLuhn(number)
    ? (sharedCodeOf(number, sharedCodes) ?? triggers[name] ?? '0000')
    : '5180';
  return {
    ok: true,
    card: {
      brand: brands[brand],
      last_digits: number.slice(-4),
      response_code: isExpired(month ?? 0, year ?? 0, now) ? '5400' : answer,
      // There is no customer to authenticate.
      challenged: challenged.has(number) && source.stored_credential?.payment_initiator !== 'MERCHANT',
      cvv_code: security_code === undefined ? 'P' : 'M',
    },
  };
};
