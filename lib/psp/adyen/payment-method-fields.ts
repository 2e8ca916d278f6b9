import type { CardNetwork } from '../../types/card.ts';
import { type Credential, isMerchantInitiated } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import type { AuthorizeRequest } from '../../types/psp.ts';
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

/** Source: `shopperInteraction` and `recurringProcessingModel` of PaymentRequest. */
export const credentialFields = (credential: Credential | undefined) => {
  if (credential === undefined) return {};
  if (credential.usage === 'store')
    return {
      shopperInteraction: 'Ecommerce',
      recurringProcessingModel: credential.for === 'off_session' ? 'UnscheduledCardOnFile' : 'CardOnFile',
    };
  return { shopperInteraction: 'ContAuth', recurringProcessingModel: modelOf(credential) };
};

/** `CardOnFile`: the customer is present and pays with stored details. `Subscription`: the merchant charges on a schedule. */
const modelOf = (credential: Extract<Credential, { usage: 'stored' }>): string => {
  if (credential.initiator === 'customer') return 'CardOnFile';
  return credential.reason === 'unscheduled' ? 'UnscheduledCardOnFile' : 'Subscription';
};
