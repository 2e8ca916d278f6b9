import type { PaymentMethod, WalletMethod } from '../../types/card.ts';
import type { AuthorizeRequest, Psp } from '../../types/psp.ts';
import { portableAddress } from './portable-address.ts';

/** `payment_source` of a capture or authorisation. A `psp_token` is the id of a vaulted card. Source: card_request. */
export const paymentSource = (
  payment_method: Exclude<PaymentMethod, WalletMethod>,
  { return_url, challenge }: AuthorizeRequest,
) => ({
  card: {
    ...card(payment_method),
    ...(challenge && { attributes: { verification: { method: 'SCA_ALWAYS' } } }),
    // For 3-D Secure, which PayPal asks for if the law does: both ways lead back to us.
    experience_context: { return_url, cancel_url: return_url },
  },
});

/** A vaulted card is always on file; PayPal has no token that pays once. */
export const tokenKind: Psp['tokenKind'] = (token) => (vaultId.test(token) ? 'stored' : undefined);

/** PayPal's own form, except the shortest and anything that could be a card number. */
const vaultId = /^(?!\d{12,19}$)[0-9a-zA-Z_-]{6,255}$/;

const card = (method: Exclude<PaymentMethod, WalletMethod>) => {
  switch (method.type) {
    case 'card': {
      const { number, cvc, exp_month, exp_year, name } = method.card;
      const address = portableAddress(method.billing_details?.address);
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
      return {
        vault_id: method.token.reveal(),
        stored_credential: { payment_initiator: 'CUSTOMER', payment_type: 'ONE_TIME', usage: 'SUBSEQUENT' },
      };
    default:
      return method satisfies never;
  }
};
