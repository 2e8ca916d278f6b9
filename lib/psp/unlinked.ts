import { isMerchantInitiated } from '../types/credential.ts';
import type { AuthorizeRequest, Declined } from '../types/psp.ts';

/** Why a merchant may not charge this card: nothing links the payment to the one the customer agreed to. Undefined if it may. */
export const unlinked = ({ payment_method, credential }: AuthorizeRequest): Declined | undefined =>
  payment_method.type === 'card' &&
  isMerchantInitiated(credential) &&
  credential.network_transaction_id === undefined
    ? { outcome: 'not_supported', code: 'network_transaction_id_missing' }
    : undefined;
