import type { ChargeObject } from '../contract/charge.ts';
import type { DecisionObject } from '../contract/decision.ts';
import type { OpenOperationObject } from '../contract/open-operation.ts';
import type { ReversalObject } from '../contract/reversal.ts';
import type { Charge, ChargeOperation, Decision, Reversal } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import { isOwnReturn } from '../types/is-own-return.ts';
import { type OpenThing, openThings, unscheduled } from '../types/open-things.ts';
import type { Particulars } from '../types/particulars.ts';
import type { Session } from '../types/session.ts';
import { renderCard } from './render-card.ts';
import { renderDispute } from './render-dispute.ts';
import { renderRefund } from './render-refund.ts';

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
  ...renderAmounts(charge),
  status: charge.status,
  outcome: charge.outcome,
  code: charge.code ?? null,
  advice: renderAdvice(charge),
  ...renderParticulars(charge.particulars),
  capture_method: charge.capture_method,
  livemode: charge.livemode,
  refunds: oldestFirst(charge.refunds).map((refund) => renderRefund(refund, charge)),
  disputes: oldestFirst(charge.disputes).map((dispute) => renderDispute(dispute, charge)),
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

const renderAmounts = (charge: Charge) => ({
  amount: charge.amount,
  amount_captured: charge.amount_captured,
  amount_refunded: refunded(charge),
  amount_refundable: Math.max(0, charge.amount_refundable),
  amount_disputed: disputed(charge),
  currency: charge.currency,
});

const oldestFirst = <Part extends { readonly id: string; readonly created: number }>(
  parts: Readonly<Record<string, Part>>,
): Part[] => Object.values(parts).sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));

const renderOpen = ({ kind, id, since, needs_review }: OpenThing, charge: Charge): OpenOperationObject => ({
  operation: id,
  kind,
  since: Math.floor(since / 1000),
  needs_review,
  next_look: needs_review ? null : nextCheck(charge),
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
const nextCheck = ({ recover_at }: Charge): number | null =>
  recover_at === undefined || recover_at >= unscheduled ? null : Math.ceil(recover_at / 1000);

const renderAdvice = ({ advice, advice_until }: Charge): ChargeObject['advice'] =>
  advice === undefined ? null : { kind: advice, ...defined({ until: advice_until }) };

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
