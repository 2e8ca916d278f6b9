import type { CardBrand } from '../../types/card.ts';
import { type Credential, isMerchantInitiated } from '../../types/credential.ts';
import type { PaymentMethod, WalletMethod } from '../../types/given-method.ts';
import type { AuthorizeRequest } from '../../types/psp.ts';
import { addressFields } from './address-fields.ts';

/** `payment_source` of a capture or authorisation. A `psp_token` is the id of a vaulted card. Source: card_request. */
export const paymentSource = (
  payment_method: Exclude<PaymentMethod, WalletMethod>,
  { return_url, challenge, credential }: AuthorizeRequest,
) => ({
  card: {
    ...card(payment_method),
    ...storedCredential(payment_method, credential),
    ...(challenge && { attributes: { verification: { method: 'SCA_ALWAYS' } } }),
    // For 3-D Secure, which PayPal requires where the law does: both URLs lead back to us.
    ...(!isMerchantInitiated(credential) && {
      experience_context: { return_url, cancel_url: return_url },
    }),
  },
});

const card = (method: Exclude<PaymentMethod, WalletMethod>) => {
  switch (method.type) {
    case 'card': {
      const { number, cvc, exp_month, exp_year, name } = method.card;
      const address = addressFields(method.billing_details?.address);
      const holder = name ?? method.billing_details?.name;
      return {
        number: number.reveal(),
        expiry: `${exp_year}-${String(exp_month).padStart(2, '0')}`,
        ...(cvc && { security_code: cvc.reveal() }),
        ...(holder ? { name: holder.slice(0, 300) } : {}),
        ...(address && { billing_address: address }),
      };
    }
    case 'psp_token':
      return { vault_id: method.token.reveal() };
    default:
      return method satisfies never;
  }
};

/** A vaulted card is already stored, and its customer is present unless stated otherwise. Source: card_stored_credential. */
const storedCredential = (method: PaymentMethod, given: Credential | undefined) => {
  const vaulted = method.type === 'psp_token' && given?.usage !== 'stored';
  const credential: Credential | undefined = vaulted ? { usage: 'stored', initiator: 'customer' } : given;
  return credential && { stored_credential: credentialFields(credential, method) };
};

const credentialFields = (credential: Credential, method: PaymentMethod) => {
  if (credential.usage === 'store')
    return {
      payment_initiator: 'CUSTOMER',
      payment_type: credential.for === 'off_session' ? 'UNSCHEDULED' : 'ONE_TIME',
      usage: 'FIRST',
    };
  if (credential.initiator === 'customer')
    return { payment_initiator: 'CUSTOMER', payment_type: 'ONE_TIME', usage: 'SUBSEQUENT' };
  const { reason, network_transaction_id: id } = credential;
  const network = method.type === 'card' && method.card.brand && networks[method.card.brand];
  return {
    payment_initiator: 'MERCHANT',
    payment_type: reason === 'unscheduled' ? 'UNSCHEDULED' : 'RECURRING',
    usage: 'SUBSEQUENT',
    ...(id !== undefined && {
      previous_network_transaction_reference: { id, ...(network && { network }) },
    }),
  };
};

/** Source: card_brand. */
const networks: Readonly<Partial<Record<CardBrand, string>>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
  discover: 'DISCOVER',
  jcb: 'JCB',
  unionpay: 'CHINA_UNION_PAY',
  maestro: 'MAESTRO',
};

/** PayPal accepts a network transaction id in this form only. Source: network_transaction_reference. */
export const takesReference = (id: string): boolean => /^[a-zA-Z0-9\-_@.:&+=*^'~#!$%()]{9,36}$/.test(id);
