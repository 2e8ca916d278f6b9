import type { ChargeObject } from '../contract/charge.ts';
import type { ChargedCardObject } from '../contract/charged-card.ts';
import type { CheckoutSessionObject, RedactedCheckoutSessionObject } from '../contract/checkout-session.ts';
import type { DecisionObject } from '../contract/decision.ts';
import type { DisputeObject } from '../contract/dispute.ts';
import type { OpenOperationObject } from '../contract/open-operation.ts';
import type { RefundObject } from '../contract/refund.ts';
import type { ReversalObject } from '../contract/reversal.ts';
import type { AttemptObject, RoutingDecisionObject } from '../contract/routing-decision.ts';
import type { PostalAddressObject } from '../contract/session-customer.ts';
import { cardBrands } from '../types/card.ts';
import type { Charge, ChargeOperation, Decision, Dispute, RefundRow, Reversal } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import type { Address, BillingDetails } from '../types/given-method.ts';
import { isOwnReturn } from '../types/is-own-return.ts';
import { type OpenThing, openThings, unscheduled } from '../types/open-things.ts';
import { isSettled } from '../types/outcome.ts';
import type { ChargedCard, Particulars } from '../types/particulars.ts';
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
  { now, client_secret, url = null, view, vault, warnings = [], framed }: RenderSession,
): CheckoutSessionObject | RedactedCheckoutSessionObject => {
  const open: Omit<RedactedCheckoutSessionObject, 'vault'> = {
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
  };
  if (view === 'redacted') return { ...open, vault: vault ?? null };
  return {
    ...open,
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
    ...(warnings.length === 0 ? {} : { warnings }),
  };
};

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

/** `names`: those of its session. A charge that will be stored as a response is rendered without them, see `withSessionNames`. */
export const renderCharge = (
  charge: Charge,
  names: Pick<Session, 'reference' | 'customer_email'> | undefined,
): ChargeObject => ({
  id: charge.id,
  object: 'charge',
  session: charge.session,
  reference: names?.reference ?? null,
  customer_email: names?.customer_email ?? null,
  psp: charge.psp,
  psp_reference: charge.psp_reference ?? null,
  amount: charge.amount,
  amount_captured: charge.amount_captured,
  amount_refunded: refunded(charge),
  amount_refundable: Math.max(0, charge.amount_refundable),
  amount_disputed: disputed(charge),
  currency: charge.currency,
  status: charge.status,
  outcome: charge.outcome,
  code: charge.code ?? null,
  advice: renderAdvice(charge),
  ...renderParticulars(charge.particulars),
  capture_method: charge.capture_method,
  livemode: charge.livemode,
  refunds: Object.values(charge.refunds)
    .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
    .map((refund) => renderRefund(refund, charge)),
  disputes: Object.values(charge.disputes)
    .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
    .map((dispute) => renderDispute(dispute, charge)),
  capture: renderOperation(charge.capture),
  cancel: renderOperation(charge.cancel),
  ...(charge.reversal ? { reversal: renderReversal(charge.reversal) } : {}),
  open: openThings(charge).map((thing) => renderOpen(thing, charge)),
  external: charge.external === true,
  other_payments: charge.other_payments ?? [],
  other_payment_of: charge.other_payment_of ?? null,
  decisions: (charge.decisions ?? []).map(renderDecision),
  steps: charge.steps ?? [],
  revision: charge.rev,
  captured_at: charge.captured_at === undefined ? null : Math.floor(charge.captured_at / 1000),
  created: charge.created,
});

const renderOpen = ({ kind, id, since, needs_review }: OpenThing, charge: Charge): OpenOperationObject => ({
  operation: id,
  kind,
  since: Math.floor(since / 1000),
  needs_review,
  next_look: needs_review ? null : nextLook(charge),
});

const renderDecision = ({ operation, outcome, amount, note, by, at }: Decision): DecisionObject => ({
  operation,
  outcome,
  amount: amount ?? null,
  note,
  by,
  at,
});

const renderReversal = ({ id, by, amount, status, sent, started, parts }: Reversal): ReversalObject => ({
  id,
  by,
  amount,
  status,
  at: Math.floor((sent ?? started) / 1000),
  returned: Object.entries(parts ?? (status === 'done' && by === 'refund' ? { [id]: amount } : {})).flatMap(
    ([refund, returned]) => (returned === 0 ? [] : [{ ...nameOf(refund), amount: returned }]),
  ),
});

/** A part is stored under the PSP's id of its refund, or under ours if the PSP gave none. */
const nameOf = (refund: string) =>
  isOwnReturn(refund) ? { id: refund, psp_reference: null } : { id: null, psp_reference: refund };

/** When recovery checks the charge again, in Unix seconds; null if it does not. */
const nextLook = ({ recover_at }: Charge): number | null =>
  recover_at === undefined || recover_at >= unscheduled ? null : Math.ceil(recover_at / 1000);

const renderAdvice = ({ advice, advice_until }: Charge): ChargeObject['advice'] =>
  advice === undefined ? null : { kind: advice, ...defined({ until: advice_until }) };

export const renderCard = (card: ChargedCard): ChargedCardObject => ({
  brand: card.brand ?? null,
  bin: card.bin ?? null,
  last4: card.last4 ?? null,
  exp_month: card.exp_month ?? null,
  exp_year: card.exp_year ?? null,
  funding: card.funding ?? null,
  country: card.country ?? null,
});

const renderParticulars = ({
  card,
  checks,
  network_transaction_id,
  authorization_code,
  authentication,
}: Particulars = {}): RenderedParticulars => ({
  card: card ? renderCard(card) : null,
  checks: checks
    ? {
        address: checks.address ?? null,
        postal_code: checks.postal_code ?? null,
        cvc: checks.cvc ?? null,
      }
    : null,
  network_transaction_id: network_transaction_id ?? null,
  authorization_code: authorization_code ?? null,
  authentication: authentication
    ? {
        liability_shift: authentication.liability_shift ?? null,
        eci: authentication.eci ?? null,
        version: authentication.version ?? null,
      }
    : null,
});

type RenderedParticulars = Pick<
  ChargeObject,
  'card' | 'checks' | 'network_transaction_id' | 'authorization_code' | 'authentication'
>;

const refunded = ({ refunds }: Charge): number =>
  Object.values(refunds).reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0);

const disputed = ({ disputes }: Charge): number =>
  Object.values(disputes).reduce(
    (sum, { status, amount }) => sum + (status === 'open' || status === 'lost' ? amount : 0),
    0,
  );

const renderOperation = (operation: ChargeOperation | undefined): ChargeObject['capture'] =>
  operation ? { id: operation.id, amount: operation.amount, status: operation.status } : null;

export const renderRefund = (refund: RefundRow['refund'], charge: RefundRow['charge']): RefundObject => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  currency: charge.currency,
  charge: charge.id,
  psp: charge.psp,
  status: refund.status,
  reason: refund.reason ?? null,
  failure_reason: refund.failure_reason ?? null,
  psp_reference: refund.psp_reference ?? null,
  external: refund.external === true,
  needs_review: refund.needs_review === true,
  created: refund.created,
  metadata: refund.metadata,
});

export const renderDispute = (
  { id, psp_reference, amount, reason, psp_reason, stage, status, respond_by, created }: Dispute,
  charge: Pick<Charge, 'id' | 'psp' | 'currency'>,
): DisputeObject => ({
  id,
  object: 'dispute',
  charge: charge.id,
  psp: charge.psp,
  psp_reference,
  amount,
  currency: charge.currency,
  reason: reason ?? null,
  psp_reason: psp_reason ?? null,
  stage,
  status,
  respond_by: respond_by ?? null,
  created,
});
