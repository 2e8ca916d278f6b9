import { ApiError } from '../../types/api-error.ts';
import type { RepeatReason, StoredUse } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import type { BillingDetails, GivenMethod } from '../../types/given-method.ts';
import { type StoredMethod, vaultCardOf } from '../../types/payment-method.ts';
import { secret } from '../../types/secret.ts';

/** What a confirm says about the stored method it charges. `reason`: set if the merchant is the initiator. */
export type StoredUseRequest = {
  readonly initiator: 'merchant' | 'customer';
  readonly reason?: RepeatReason;
  /** The vault's token for the security code that the customer entered. */
  readonly cvc_token?: string;
  readonly billing_details?: BillingDetails;
};

/**
 * A stored method in the form to pay with: the vault's card, which any PSP can charge, or else its token at a PSP. Throws `parameter_invalid` if
 * there is none, or if a browser acts for the merchant, and `parameter_missing` if the security code is missing.
 */
export const storedMethod = (
  method: StoredMethod | undefined,
  request: StoredUseRequest,
  { api_key }: { readonly api_key: boolean },
): GivenMethod => {
  if (request.initiator === 'merchant' && !api_key)
    throw new ApiError(
      'parameter_invalid',
      'payment_method.initiator: expected "customer". Only an API key may charge for the merchant alone.',
      { param: 'payment_method.initiator' },
    );
  if (!api_key && request.cvc_token === undefined)
    throw new ApiError(
      'parameter_missing',
      'payment_method.cvc_token: expected the vault’s token of the security code, which the customer gives again. Only an API key may charge without it.',
      { param: 'payment_method.cvc_token' },
    );
  if (!method || (request.cvc_token !== undefined && !method.vault)) throw foreignMethod();
  const stored = useOf(method, request);
  const { vault, network_transaction_id } = method;
  const billing = request.billing_details ? { billing_details: request.billing_details } : {};
  const linked = request.initiator === 'customer' || network_transaction_id !== undefined;
  const [mandate] = Object.entries(method.mandates);
  if (mandate && !(vault && linked))
    return { type: 'psp_token', psp: mandate[0], token: secret(mandate[1]), stored, ...billing };
  const card = vaultCardOf(method);
  if (!card) throw foreignMethod();
  const { cvc_token } = request;
  // Its own security code was released after the first payment.
  const code = cvc_token === undefined ? ({ cvc_released: true } as const) : { cvc_token };
  return { type: 'card_token', card: { ...card, ...code }, stored, ...billing };
};

const useOf = (
  { customer, network_transaction_id }: StoredMethod,
  { initiator, reason }: StoredUseRequest,
): StoredUse =>
  initiator === 'merchant' && reason
    ? {
        customer,
        credential: {
          usage: 'stored',
          initiator,
          reason,
          ...defined({ network_transaction_id }),
        },
      }
    : { customer, credential: { usage: 'stored', initiator: 'customer' } };

/** Does not reveal whether the method belongs to another customer or does not exist. */
export const foreignMethod = (): ApiError =>
  new ApiError(
    'parameter_invalid',
    'payment_method.id: expected the id of a payment method of the session’s customer.',
    { param: 'payment_method.id' },
  );

export const noStoredCards = (): ApiError =>
  new ApiError(
    'parameter_invalid',
    'payment_method.type: this session offers no stored cards here. Create it with saved_cards, and do not pay with the secret of its hosted page.',
    { param: 'payment_method.type' },
  );
