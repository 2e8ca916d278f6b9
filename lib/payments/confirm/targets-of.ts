import { ApiError } from '../../types/api-error.ts';
import type { Account } from '../../types/capabilities.ts';
import { isMerchantInitiated } from '../../types/credential.ts';
import { type GivenMethod, isCard, isWallet, storedUseOf } from '../../types/given-method.ts';
import type { Plan, Skipped, SkipReason } from '../../types/routing.ts';
import type { Session } from '../../types/session.ts';
import { walletPlanOf } from '../../types/wallet-plan-of.ts';

/** The plan for this payment method: the accounts to try in the order decided at creation, and those skipped for a reason that only shows now. */
export const targetsOf = (
  { routing }: Session,
  method: GivenMethod,
  accounts: readonly Account[],
  closed: ReadonlySet<string>,
): {
  readonly plan: Plan;
  readonly targets: readonly string[];
  readonly passed_over: readonly Skipped[];
} => {
  const brand = isCard(method) ? method.card.brand : undefined;
  const chosen = (brand && routing.plan_by_brand?.[brand]) || routing;
  const plan = isWallet(method) ? walletPlanOf(routing) : chosen.plan;
  if (method.type === 'psp_token' && !method.stored && !plan.includes(method.psp))
    throw new ApiError(
      'parameter_invalid',
      'payment_method.psp: expected one of the payment providers this session is planned for.',
      { param: 'payment_method.psp', for_merchant: describePlan(plan) },
    );
  if (isWallet(method) && !plan.some((psp) => method.psps.includes(psp)))
    throw new ApiError(
      'parameter_invalid',
      'payment_method.psps: expected one of the payment providers at which a wallet can pay this session.',
      { param: 'payment_method.psps', for_merchant: describePlan(plan) },
    );
  const wanted = wantedOf(plan, method);
  const judged = wanted.map((psp) => ({
    psp,
    reason:
      whyNot(
        accounts.find(({ id }) => id === psp),
        method,
      ) ?? (closed.has(psp) ? 'psp_closed' : undefined),
  }));
  return {
    plan: chosen,
    targets: judged.filter(({ reason }) => !reason).map(({ psp }) => psp),
    passed_over: judged.flatMap(({ psp, reason }) => (reason ? [{ psp, reason }] : [])),
  };
};

const describePlan = (plan: readonly string[]): string => `The plan is ${plan.join(', ')}.`;

/** A method encrypted or created for certain PSPs works only there. */
const wantedOf = (plan: readonly string[], method: GivenMethod): readonly string[] => {
  if (method.type === 'psp_token') return plan.filter((psp) => psp === method.psp);
  return isWallet(method) ? plan.filter((psp) => method.psps.includes(psp)) : plan;
};

/** The vault no longer has the card's security code, and the PSP or the caller requires one. */
export const lacksCvc = (account: Account | undefined, method: GivenMethod): boolean => {
  if (method.type !== 'card_token' || !method.card.cvc_released) return false;
  if (isMerchantInitiated(method.stored?.credential)) return false;
  return method.card.cvc_token !== undefined || account?.capabilities.card_without_cvc !== true;
};

const whyNot = (account: Account | undefined, method: GivenMethod): SkipReason | undefined => {
  if (!account) return 'not_configured';
  if (method.type === 'psp_token') return account.capabilities.psp_token ? undefined : 'token_not_supported';
  if (isWallet(method))
    return account.capabilities.wallets.includes(method.type) ? undefined : 'wallet_not_supported';
  if (!account.capabilities.card) return 'card_not_supported';
  const { brand } = method.card;
  if (brand && !account.capabilities.brands.includes(brand)) return 'brand_not_supported';
  return whyNotForMerchant(account, method) ?? (lacksCvc(account, method) ? 'cvc_released' : undefined);
};

/** Why this PSP cannot charge the card when the merchant is the initiator. */
const whyNotForMerchant = ({ capabilities }: Account, method: GivenMethod): SkipReason | undefined => {
  const credential = storedUseOf(method)?.credential;
  if (!isMerchantInitiated(credential)) return undefined;
  if (!capabilities.network_transaction_id) return 'merchant_initiated_not_supported';
  return credential.network_transaction_id === undefined ? 'network_transaction_id_missing' : undefined;
};
