import { isUsedUp } from '../../charge/link-limits.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Account } from '../../types/capabilities.ts';
import type { GivenMethod } from '../../types/given-method.ts';
import type { Exceeded } from '../../types/ports.ts';
import type { Plan, Skipped } from '../../types/routing.ts';
import type { Session } from '../../types/session.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Refusal } from '../records/change-charge.ts';
import { holdsOrTookMoney } from '../records/reference-in-use.ts';

/** Why the claim was refused when it was written. */
export const claimRefusal = async (
  ports: PaymentPorts,
  session: Session,
  { exceeded, order_held_by }: Refusal,
): Promise<ApiError> => {
  if (isUsedUp(session, exceeded))
    ports.log({ event: 'payment_link_used_up', session: session.id, code: 'too_many_attempts' });
  if (order_held_by === undefined) return limitRefusal(session, exceeded, ports.clock.now());
  const other = await ports.store.session(order_held_by);
  return other && holdsOrTookMoney(other)
    ? new ApiError('order_already_paid', 'Another session of this order is paid. Nothing was charged.')
    : new ApiError(
        'order_in_progress',
        'Another session of this order is being paid. Wait for its outcome. Nothing was charged.',
        { retry_after: 5 },
      );
};

/**
 * Card testing, or the networks' caps: the message does not say which. If only a network's advice to wait applies, its decline is returned until
 * then.
 */
const limitRefusal = (session: Session, exceeded: readonly Exceeded[], now: number): ApiError => {
  const retry_after = Math.max(1, ...exceeded.map(({ until }) => until - Math.floor(now / 1000)));
  const [first] = exceeded;
  return first?.advised_after !== undefined && exceeded.length === 1
    ? new ApiError(
        'card_declined',
        'The card’s network asks to wait before this card is charged again without its customer. Nothing was sent.',
        { decline_code: first.advised_after, retry_after, session },
      )
    : new ApiError('too_many_attempts', `Too many attempts with this card${whereOf(session)}.`, {
        retry_after,
      });
};

const whereOf = ({ payment_link }: Session): string =>
  payment_link === undefined ? ' or from this address' : ', from this address or with this payment link';

/** No PSP is left for this payment. */
export const noTarget = (
  session: Session,
  accounts: readonly Account[],
  { plan, passed_over }: { readonly plan: Plan; readonly passed_over: readonly Skipped[] },
  method: GivenMethod,
): ApiError => {
  const for_merchant = passed_over.length > 0 ? reasonsOf(passed_over) : describePlan(plan.plan, method);
  if (passed_over.some(({ reason }) => reason === 'psp_closed'))
    return new ApiError(
      'psp_unavailable',
      'The payment providers that can take this payment are not available. Nothing was charged.',
      { for_merchant },
    );
  if (!hasAccount(session, accounts))
    return new ApiError(
      'no_eligible_psp',
      'This payment can no longer be made, and nothing was charged. Start a new one.',
      { for_merchant },
    );
  return new ApiError(
    'no_eligible_psp',
    'No payment provider of this session can take this card. Use another card.',
    { param: 'payment_method', for_merchant },
  );
};

const reasonsOf = (passed_over: readonly Skipped[]): string =>
  `Passed over: ${passed_over.map(({ psp, reason }) => `${psp}: ${reason}`).join(', ')}.`;

/** Rules change, and a method that only one PSP can charge stays there. */
const describePlan = (plan: readonly string[], method: GivenMethod): string => {
  const stored = method.type === 'psp_token' ? `, and this payment method is stored at ${method.psp}` : '';
  return `The plan is ${plan.length === 0 ? 'empty for this payment method' : plan.join(', ')}${stored}.`;
};

/** Whether an account of the session's plan still exists: if not, no other card or method would help. */
const hasAccount = ({ routing }: Session, accounts: readonly Account[]): boolean =>
  [routing, ...Object.values(routing.plan_by_brand ?? {})].some(({ plan }) =>
    plan.some((psp) => accounts.some(({ id }) => id === psp)),
  );
