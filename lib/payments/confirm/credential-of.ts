import type { Charge } from '../../types/charge.ts';
import { type Credential, isMerchantInitiated } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import { type GivenMethod, storedUseOf } from '../../types/given-method.ts';
import type { AnyMethodPsp, AuthorizationResult } from '../../types/psp.ts';
import type { Session } from '../../types/session.ts';

/** What the PSP has to report to the network about a card that is, or was, stored; undefined for a card used once. */
export const credentialOf = ({ setup }: Session, method: GivenMethod): Credential | undefined => {
  const stored = storedUseOf(method)?.credential;
  return stored ?? (setup && { usage: 'store', for: setup });
};

/** What to store after the attempt. A stored method already is. */
export const keepsOf = ({ setup, customer }: Session, method: GivenMethod): Pick<Charge, 'keeps'> => {
  if (!setup || customer?.id === undefined || storedUseOf(method)) return {};
  if (method.type !== 'card_token') return { keeps: { customer: customer.id } };
  const { token, network } = method.card;
  const card = { token, ...(network ? { network } : {}) };
  return { keeps: { customer: customer.id, card } };
};

/** The PSP's own customer id that the attempt has to name. */
export const pspCustomerOf = (
  psp: Pick<AnyMethodPsp, 'customerOf'> | undefined,
  method: GivenMethod,
): Pick<Charge, 'psp_customer'> => {
  const psp_customer = method.type === 'psp_token' ? psp?.customerOf?.(method.token.reveal()) : undefined;
  return defined({ psp_customer });
};

/**
 * The result of a payment without its customer. A request to authenticate is a definite no if the money waits for our completion; otherwise it is
 * unknown until a look-up shows how it ended.
 */
export const withoutCustomer = (
  { capabilities }: Pick<AnyMethodPsp, 'capabilities'>,
  credential: Credential | undefined,
  result: AuthorizationResult,
): AuthorizationResult => {
  if (result.outcome !== 'requires_action' || !isMerchantInitiated(credential)) return result;
  const { psp_reference } = result;
  return capabilities.completes_authentication
    ? { outcome: 'authentication_required', code: 'customer_absent', psp_reference }
    : { outcome: 'unknown', doubt: 'pending', psp_reference };
};
