import { isMerchantInitiated } from '../types/credential.ts';
import type { AuthorizeRequest, Declined } from '../types/psp.ts';

/**
 * Why a merchant-initiated payment with this card is not possible: nothing links it to the payment that the customer agreed to. Undefined if it is
 * possible.
 */
export const refuseUnlinked = ({ payment_method, credential }: AuthorizeRequest): Declined | undefined =>
  payment_method.type === 'card' &&
  isMerchantInitiated(credential) &&
  credential.network_transaction_id === undefined
    ? { outcome: 'not_supported', code: 'network_transaction_id_missing' }
    : undefined;
