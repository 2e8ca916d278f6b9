import type { CardNetwork } from '../../types/card.ts';
import { isMerchantInitiated } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import type { AuthorizeRequest } from '../../types/psp.ts';
import { credentialFields } from './credential-fields.ts';
import { type PspToken, readToken } from './psp-token.ts';

type Fields = { readonly [field: string]: unknown };

/** The `paymentMethod` of a payment request; undefined for a `psp_token` that is not Adyen's. */
export const paymentMethodFields = ({
  payment_method: method,
  credential,
}: AuthorizeRequest): Fields | undefined => {
  switch (method.type) {
    case 'card': {
      const { number, cvc, exp_month, exp_year, name, network } = method.card;
      const holderName = name ?? method.billing_details?.name;
      return {
        paymentMethod: {
          type: 'scheme',
          number: number.reveal(),
          expiryMonth: String(exp_month).padStart(2, '0'),
          expiryYear: String(exp_year),
          ...(cvc && { cvc: cvc.reveal() }),
          ...defined({ holderName }),
          ...(network === undefined ? {} : { brand: brandNames[network] }),
          ...(isMerchantInitiated(credential) && {
            networkPaymentReference: credential.network_transaction_id,
          }),
        },
      };
    }
    case 'psp_token': {
      const token = readToken(method.token.reveal());
      return token && tokenFields(token);
    }
    case 'applepay':
      return {
        paymentMethod: {
          type: 'applepay',
          applePayToken: Buffer.from(method.token.reveal()).toString('base64'),
        },
      };
    case 'googlepay':
      return { paymentMethod: { type: 'googlepay', googlePayToken: method.token.reveal() } };
    default:
      return method satisfies never;
  }
};

/** Adyen's names, as in its list of a card's brands. */
const brandNames: Readonly<Record<CardNetwork, string>> = {
  visa: 'visa',
  mastercard: 'mc',
  amex: 'amex',
  discover: 'discover',
  diners: 'diners',
  jcb: 'jcb',
  unionpay: 'cup',
  maestro: 'maestro',
  cartes_bancaires: 'cartebancaire',
};

const tokenFields = (token: PspToken): Fields => {
  const paymentMethod = { type: 'scheme', ...token.card };
  if (token.kind === 'single_use') return { paymentMethod };
  return {
    paymentMethod,
    ...defined({ shopperReference: token.shopper }),
    ...credentialFields({ usage: 'stored', initiator: 'customer' }),
  };
};
