import { ApiError } from '../../types/api-error.ts';
import type { Author } from '../../types/audit-entry.ts';
import type { VaultCard } from '../../types/card.ts';
import { type StoredMethod, storedMethodId } from '../../types/payment-method.ts';
import type { Clock, PaymentMethods, PaymentStore } from '../../types/ports.ts';

/** `manage` calls the vault; it throws if the vault is unavailable, or if there is none. */
export type PaymentMethodPorts = {
  readonly methods: PaymentMethods;
  readonly manage: (request: {
    readonly action: 'keep' | 'delete';
    readonly token: string;
  }) => Promise<{ readonly kind: 'done' | 'unknown_token' }>;
  /** Who requested it. Absent if nobody did: a payment stores its own card. */
  readonly by?: Author;
};

/**
 * The vault is called first: nothing is stored before it has responded, and a repeat completes a call that was interrupted. If the vault no longer has
 * the card, what PSPs have stored of it is kept without it.
 */
export const keepMethod = async (
  { methods, manage, by }: PaymentMethodPorts,
  method: StoredMethod,
): Promise<'kept' | 'unknown_token'> => {
  const { vault, ...atPsps } = method;
  const isGone = vault && (await manage({ action: 'keep', token: vault.token })).kind === 'unknown_token';
  if (!isGone) await methods.keep(method, by);
  else if (Object.keys(atPsps.mandates).length > 0) await methods.keep(atPsps, by);
  return isGone ? 'unknown_token' : 'kept';
};

/** Stores a card that the vault holds for one of the customer's sessions. Throws `parameter_invalid` and `vault_unavailable`. */
export const createPaymentMethod = async (
  ports: PaymentMethodPorts & {
    readonly store: Pick<PaymentStore, 'session'>;
    readonly clock: Pick<Clock, 'now'>;
  },
  {
    customer,
    card,
    session: of,
  }: { readonly customer: string; readonly card: VaultCard; readonly session: string },
): Promise<StoredMethod> => {
  const session = await ports.store.session(of);
  if (session?.customer?.id !== customer)
    throw invalidParameter('customer', 'the id of the customer of the session that the card was given in');
  const { token, network, bin, last4, brand, exp_month, exp_year } = card;
  const method: StoredMethod = {
    id: storedMethodId(token),
    rev: 0,
    customer,
    card: { ...(brand ? { brand } : {}), bin, last4, exp_month, exp_year },
    vault: { token, ...(network ? { network } : {}) },
    mandates: {},
    created: Math.floor(ports.clock.now() / 1000),
  };
  const kept = await askVault(() => keepMethod(ports, method));
  // A payment may have added more to it already. A deleted method is not restored.
  const stored = kept === 'kept' ? await ports.methods.find(method.id) : undefined;
  if (!stored) throw invalidParameter('token', 'a token of a card that the vault still has');
  if (stored.customer !== customer) throw invalidParameter('customer', 'the customer whose card this is');
  return stored;
};

/**
 * The vault deletes the card first: a card that is no longer listed can no longer be charged. Does nothing if it was already deleted. Throws
 * `resource_missing` and `vault_unavailable`.
 */
export const deletePaymentMethod = async (
  { methods, manage, by }: PaymentMethodPorts & { readonly by: Author },
  id: string,
): Promise<{ readonly id: string }> => {
  const method = await methods.find(id);
  if (!method && (await methods.wasDeleted(id))) return { id };
  if (!method) throw noPaymentMethod(id);
  const { vault } = method;
  if (vault) await askVault(() => manage({ action: 'delete', token: vault.token }));
  await methods.remove(id, by);
  return method;
};

export const noPaymentMethod = (id: string): ApiError =>
  new ApiError('resource_missing', `There is no payment method ${id.slice(0, 64)}.`, { param: 'id' });

/** Errors from the store pass through. */
const askVault = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      'vault_unavailable',
      'The vault could not be asked, and nothing was changed here. Try again.',
      { retry_after: 1 },
    );
  }
};

const invalidParameter = (param: string, expected: string): ApiError =>
  new ApiError('parameter_invalid', `${param}: expected ${expected}.`, { param });
