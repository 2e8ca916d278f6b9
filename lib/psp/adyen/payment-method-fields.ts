import type { PaymentMethod } from '../../types/card.ts';
import { parseJson, textAt } from '../json.ts';

type Fields = { readonly [field: string]: unknown };

/**
 * The part of a payment request that names the means of payment. A `psp_token` is one of
 * - the id of stored details (a plain string),
 * - JSON `{"storedPaymentMethodId","shopperReference","encryptedSecurityCode"?}`, where the details belong to a shopper,
 * - JSON `{"encryptedCardNumber","encryptedExpiryMonth","encryptedExpiryYear","encryptedSecurityCode"?,"holderName"?}`, as Adyen's card
 *   component gives it.
 */
export const paymentMethodFields = (method: PaymentMethod): Fields => {
  switch (method.type) {
    case 'card': {
      const { number, cvc, exp_month, exp_year, name } = method.card;
      const holderName = name ?? method.billing_details?.name;
      return {
        paymentMethod: {
          type: 'scheme',
          number: number.reveal(),
          expiryMonth: String(exp_month).padStart(2, '0'),
          expiryYear: String(exp_year),
          cvc: cvc.reveal(),
          ...(holderName === undefined ? {} : { holderName }),
        },
      };
    }
    case 'psp_token':
      return tokenFields(method.token.reveal());
    default:
      return method satisfies never;
  }
};

const tokenFields = (token: string): Fields => {
  const parsed = parseJson(token);
  if (textAt(parsed, 'encryptedCardNumber') !== undefined)
    return { paymentMethod: { type: 'scheme', ...only(parsed, encryptedFields) } };
  const stored =
    textAt(parsed, 'storedPaymentMethodId') === undefined
      ? { storedPaymentMethodId: token }
      : only(parsed, ['storedPaymentMethodId', 'encryptedSecurityCode']);
  return {
    paymentMethod: { type: 'scheme', ...stored },
    ...only(parsed, ['shopperReference']),
    // Adyen's words for a customer who is present and pays with details stored earlier.
    shopperInteraction: 'ContAuth',
    recurringProcessingModel: 'CardOnFile',
  };
};

const encryptedFields = [
  'encryptedCardNumber',
  'encryptedExpiryMonth',
  'encryptedExpiryYear',
  'encryptedSecurityCode',
  'holderName',
];

/** A token comes from a browser: nothing but the text fields named here passes into the request. */
const only = (parsed: unknown, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = textAt(parsed, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
