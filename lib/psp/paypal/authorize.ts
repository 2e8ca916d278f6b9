import { toWire } from '../../types/amount-rules.ts';
import { isMerchantInitiated } from '../../types/credential.ts';
import { isWallet } from '../../types/given-method.ts';
import type {
  Attempt,
  AuthorizationResult,
  AuthorizeRequest,
  Call,
  Declined,
  Unknown,
} from '../../types/psp.ts';
import { refuseUnlinked } from '../refuse-unlinked.ts';
import { splitCall } from '../split-call.ts';
import { capabilities } from './capabilities.ts';
import type { PayPalClient } from './client.ts';
import { createOrder } from './create-payment.ts';
import { payOrder } from './pay-order.ts';
import { paymentSource, takesReference } from './payment-method-fields.ts';

/** Creates the order, which moves no money, and pays it with the card, which does. */
export const authorize = async (
  client: PayPalClient,
  attempt: Attempt,
  request: AuthorizeRequest,
  call: Call,
): Promise<AuthorizationResult> => {
  const amount = toWire(capabilities.amounts, attempt);
  if (!amount.ok) return { outcome: 'not_supported', code: amount.reason };
  const { payment_method } = request;
  // Orders v2 accepts only decrypted wallet tokens.
  if (isWallet(payment_method)) return { outcome: 'not_supported', code: 'wallet_not_supported' };
  const refused = refuseUnlinked(request) ?? refuseForeignReference(request);
  if (refused) return refused;
  const { first, rest } = splitCall(call, 3);
  const created = await createOrder(client, attempt, first);
  if ('doubt' in created) return created.doubt;
  if ('refusal' in created) return readPreparationRefusal(created.refusal);
  const result = await payOrder(
    client,
    { ...attempt, psp_reference: created.order.id },
    {
      key: `${attempt.reference}-p`,
      body: JSON.stringify({ payment_source: paymentSource(payment_method, request) }),
      ...rest,
    },
  );
  return isMerchantInitiated(request.credential) ? endWithoutCustomer(result) : result;
};

const refuseForeignReference = ({ credential }: AuthorizeRequest): Declined | undefined =>
  isMerchantInitiated(credential) &&
  credential.network_transaction_id !== undefined &&
  !takesReference(credential.network_transaction_id)
    ? { outcome: 'not_supported', code: 'network_transaction_id_unknown_form' }
    : undefined;

/** Nobody is present to authenticate. PayPal takes nothing until we complete the order, and we never do. */
const endWithoutCustomer = (result: AuthorizationResult): AuthorizationResult =>
  result.outcome === 'requires_action'
    ? {
        outcome: 'authentication_required',
        code: 'PAYER_ACTION_REQUIRED',
        psp_reference: result.psp_reference,
      }
    : result;

/**
 * Nothing was paid, so even a missing or malformed response is a definite decline. If PayPal refuses our call here, it is not the customer's fault,
 * and the next PSP may accept the payment.
 */
const readPreparationRefusal = (refusal: Declined | Unknown): Declined | Unknown => {
  if (refusal.outcome === 'invalid_request') return { ...refusal, outcome: 'not_supported' };
  // An order creation under the same key is in progress or was paid, so another call of this attempt exists.
  if (!('doubt' in refusal) || refusal.outcome === 'duplicate') return refusal;
  return refusal.doubt === 'timeout' || refusal.doubt === 'connection_lost'
    ? { outcome: 'not_sent', code: `preparation_${refusal.doubt}` }
    : { outcome: 'psp_unavailable', code: 'preparation_failed' };
};
