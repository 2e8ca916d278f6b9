import { cardBrands } from '../types/card.ts';
import type { Charge, ChargeOperation, Refund } from '../types/charge.ts';
import { openThings } from '../types/open-things.ts';
import type { View } from '../types/records.ts';
import type { Session } from '../types/session.ts';

export type RenderSession = {
  readonly now: number;
  readonly client_secret: string | null;
  readonly view: View;
};

/** The session as the API shows it. `now` in Unix milliseconds. A session token sees less. */
export const renderSession = (session: Session, { now, client_secret, view }: RenderSession) => {
  const open = {
    id: session.id,
    object: 'checkout.session',
    amount: session.amount,
    currency: session.currency,
    status: statusOf(session, now),
    client_secret,
    created: session.created,
    payment_status: session.payment_status,
    capture_method: session.capture_method,
    routing_rule: session.routing.rule,
    success_url: session.success_url,
    cancel_url: session.cancel_url ?? null,
    country: session.country ?? null,
    expires_at: session.expires_at,
    livemode: session.livemode,
    charge: session.charge,
    next_action: session.next_action && {
      type: 'redirect_to_url',
      redirect_to_url: { url: session.next_action },
    },
    last_payment_error: session.last_payment_error,
  };
  if (view === 'redacted') return open;
  return {
    ...open,
    reference: session.reference ?? null,
    pay_once: session.order !== undefined,
    customer_email: session.customer_email ?? null,
    metadata: session.metadata,
    routing: renderRouting(session),
  };
};

const statusOf = (
  { payment_status, expires_at, expired_at }: Session,
  now: number,
): 'open' | 'complete' | 'expired' => {
  switch (payment_status) {
    case 'paid':
    case 'authorized':
    case 'canceled':
      return 'complete';
    case 'processing':
    case 'requires_action':
      return 'open';
    case 'unpaid':
      return expired_at !== undefined || now >= expires_at * 1000 ? 'expired' : 'open';
    default:
      return payment_status satisfies never;
  }
};

const renderRouting = ({ routing, attempts, passed_over }: Session) => ({
  rule: routing.rule,
  version: routing.version,
  override: routing.override,
  plan: routing.plan,
  skipped: routing.skipped,
  ...(routing.draw ? { draw: routing.draw } : {}),
  ...(routing.plan_by_brand ? { plan_by_brand: inBrandOrder(routing.plan_by_brand) } : {}),
  health: routing.health ?? null,
  ...(passed_over.length > 0 ? { passed_over } : {}),
  attempts: attempts.map(({ charge, psp, outcome, code, started, ended, reversed }) => ({
    charge,
    psp,
    outcome,
    code: code ?? null,
    started,
    latency_ms: ended === undefined ? null : ended - started,
    ...(reversed === undefined ? {} : { reversed }),
  })),
});

/** Storage keeps no key order. */
const inBrandOrder = (plans: NonNullable<Session['routing']['plan_by_brand']>) =>
  Object.fromEntries(cardBrands.flatMap((brand) => (plans[brand] ? [[brand, plans[brand]]] : [])));

export const renderCharge = (charge: Charge) => ({
  id: charge.id,
  object: 'charge',
  session: charge.session,
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
  capture_method: charge.capture_method,
  livemode: charge.livemode,
  refunds: Object.values(charge.refunds)
    .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
    .map((refund) => renderRefund(refund, charge)),
  capture: renderOperation(charge.capture),
  cancel: renderOperation(charge.cancel),
  ...(charge.reversal
    ? {
        reversal: {
          id: charge.reversal.id,
          by: charge.reversal.by,
          amount: charge.reversal.amount,
          status: charge.reversal.status,
        },
      }
    : {}),
  open: openThings(charge).map(({ kind, id, since, needs_review }) => ({
    operation: id,
    kind,
    since: Math.floor(since / 1000),
    needs_review,
  })),
  external: charge.external === true,
  decisions: (charge.decisions ?? []).map(({ amount = null, ...decision }) => ({ ...decision, amount })),
  revision: charge.rev,
  created: charge.created,
});

const refunded = ({ refunds }: Charge): number =>
  Object.values(refunds).reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0);

const disputed = ({ disputes }: Charge): number =>
  Object.values(disputes).reduce((sum, { status, amount }) => sum + (status === 'won' ? 0 : amount), 0);

const renderOperation = (operation: ChargeOperation | undefined) =>
  operation ? { id: operation.id, amount: operation.amount, status: operation.status } : null;

export const renderRefund = (refund: Refund, charge: Charge) => ({
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
