import type { CheckoutSessionObject, RedactedCheckoutSessionObject } from '../contract/checkout-session.ts';
import type { AttemptObject, RoutingDecisionObject } from '../contract/routing-decision.ts';
import type { PostalAddressObject } from '../contract/session-customer.ts';
import { cardBrands } from '../types/card.ts';
import { defined } from '../types/defined.ts';
import type { Address, BillingDetails } from '../types/given-method.ts';
import { isSettled } from '../types/outcome.ts';
import type { Shipping } from '../types/payment-details.ts';
import type { View } from '../types/records.ts';
import type { VaultOffer, Warning } from '../types/result.ts';
import type { Session } from '../types/session.ts';
import { sessionStatusOf } from '../types/session-status.ts';
import { walletPlanOf } from '../types/wallet-plan-of.ts';
import { renderNextAction } from './render-next-action.ts';

export type RenderSession = {
  readonly now: number;
  readonly client_secret: string | null;
  /** The address of its hosted page, with the secret; by default there is none. */
  readonly url?: string | null;
  readonly view: View;
  readonly vault?: VaultOffer | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  readonly framed?: true | undefined;
};

/** The session as the API shows it. `now` in Unix milliseconds. A session token sees less. */
export const renderSession = (
  session: Session,
  shown: RenderSession,
): CheckoutSessionObject | RedactedCheckoutSessionObject => {
  const { view, vault = null, warnings = [] } = shown;
  const fields = renderForCustomer(session, shown);
  if (view === 'redacted') return { ...fields, vault };
  return {
    ...fields,
    ...renderForMerchant(session),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
};

const renderForCustomer = (
  session: Session,
  { now, client_secret, url = null, framed }: RenderSession,
): Omit<RedactedCheckoutSessionObject, 'vault'> => ({
  id: session.id,
  object: 'checkout.session',
  amount: session.amount,
  currency: session.currency,
  status: sessionStatusOf(session, now),
  client_secret,
  url,
  created: session.created,
  payment_status: session.payment_status,
  capture_method: session.capture_method,
  routing_rule: session.routing.rule,
  success_url: session.success_url,
  cancel_url: session.cancel_url ?? null,
  description: session.description ?? null,
  country: session.country ?? null,
  collect: session.collect ?? [],
  wallets: renderWallets(session),
  expires_at: session.expires_at,
  livemode: session.livemode,
  charge: session.charge,
  next_action: renderNextAction(session.next_action, framed),
  last_payment_error: session.last_payment_error,
});

const renderForMerchant = (
  session: Session,
): Omit<CheckoutSessionObject, keyof RedactedCheckoutSessionObject | 'warnings'> => ({
  reference: session.reference ?? null,
  pay_once: session.order !== undefined,
  payment_link: session.payment_link ?? null,
  customer_email: session.customer_email ?? null,
  customer: renderCustomer(session),
  billing_details: renderBilling(session.billing_details),
  shipping: renderShipping(session.shipping),
  statement_descriptor: session.statement_descriptor ?? null,
  exemption: session.exemption ?? null,
  saved_cards: session.saved_cards === true,
  setup: session.setup ?? null,
  metadata: session.metadata,
  routing: renderRouting(session),
});

/** The browser has to encrypt for this PSP, so the response names it, but nothing else of the plan. */
const renderWallets = ({ wallets, routing }: Session): CheckoutSessionObject['wallets'] => {
  const [psp] = walletPlanOf(routing);
  return wallets && psp !== undefined ? { psp, types: wallets } : null;
};

const renderCustomer = ({ customer, customer_email }: Session): CheckoutSessionObject['customer'] =>
  customer === undefined && customer_email === undefined
    ? null
    : { id: customer?.id ?? null, email: customer_email ?? null, phone: customer?.phone ?? null };

const renderBilling = (details: BillingDetails | undefined): CheckoutSessionObject['billing_details'] =>
  details
    ? {
        name: details.name ?? null,
        email: details.email ?? null,
        phone: details.phone ?? null,
        address: renderAddress(details.address),
      }
    : null;

const renderShipping = (shipping: Shipping | undefined): CheckoutSessionObject['shipping'] =>
  shipping
    ? {
        name: shipping.name ?? null,
        phone: shipping.phone ?? null,
        address: renderAddress(shipping.address),
      }
    : null;

const renderAddress = (address: Address = {}): PostalAddressObject => ({
  line1: address.line1 ?? null,
  line2: address.line2 ?? null,
  city: address.city ?? null,
  state: address.state ?? null,
  postal_code: address.postal_code ?? null,
  country: address.country ?? null,
});

const renderRouting = ({ routing, attempts, passed_over }: Session): RoutingDecisionObject => ({
  rule: routing.rule,
  version: routing.version,
  ...(routing.arm ? { arm: routing.arm } : {}),
  override: routing.override,
  plan: routing.plan,
  skipped: routing.skipped,
  ...(routing.draw ? { draw: routing.draw } : {}),
  ...(routing.plan_by_brand ? { plan_by_brand: inBrandOrder(routing.plan_by_brand) } : {}),
  ...defined({ wallet_plan: routing.wallet_plan }),
  health: routing.health ?? null,
  ...(passed_over.length > 0 ? { passed_over } : {}),
  attempts: attempts.map(renderAttempt),
});

const renderAttempt = ({
  ended,
  settled = ended,
  ...attempt
}: Session['attempts'][number]): AttemptObject => ({
  charge: attempt.charge,
  psp: attempt.psp,
  outcome: attempt.outcome,
  code: attempt.code ?? null,
  started: attempt.started,
  latency_ms: ended === undefined ? null : ended - attempt.started,
  settled_ms: settled === undefined || !isSettled(attempt.outcome) ? null : settled - attempt.started,
  ...defined({ reversed: attempt.reversed }),
});

/** Storage does not keep the order of keys. */
const inBrandOrder = (plans: NonNullable<Session['routing']['plan_by_brand']>) =>
  Object.fromEntries(cardBrands.flatMap((brand) => (plans[brand] ? [[brand, plans[brand]]] : [])));
