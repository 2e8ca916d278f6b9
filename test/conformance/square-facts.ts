import type { Money } from '../../lib/types/money.ts';
import type { Attempt, RefundFact } from '../../lib/types/psp.ts';
import type { Facts, PaymentFacts } from './psp-subject.ts';
import { answered } from './scripted-transport.ts';
import { squareIds, squareMoney, squarePayment, squareRefund } from './square-objects.ts';
import { dispute, squareDelivery } from './square-webhooks.ts';

const { payment } = squareIds;
const part: Money = { amount: 1_000, currency: 'eur' };

/** Holds end by a call, or by themselves once their time is up. */
const ends = {
  voided: '2025-11-20T10:00:00.000Z',
  expired: '2025-11-27T09:00:00.250Z',
};

const canceled = (hold: keyof typeof ends) => ({
  status: 'CANCELED',
  updated_at: ends[hold],
  card_details: { status: 'VOIDED', card_payment_timeline: { voided_at: ends[hold] } },
});

const paymentWith = ({ captured, refunded = 0, hold }: PaymentFacts, attempt: Attempt, echo: Money) => {
  const held = {
    approved_money: squareMoney(echo),
    delay_action: 'CANCEL',
    delay_duration: 'PT168H',
    delayed_until: '2025-11-27T09:00:00.000Z',
  };
  if (hold !== undefined) return squarePayment(attempt, echo, { ...held, ...canceled(hold) });
  if (captured === undefined) return squarePayment(attempt, echo, { ...held, status: 'APPROVED' });
  const { total_money, ...completed } = squarePayment(
    attempt,
    { amount: captured ?? 1, currency: echo.currency },
    {
      ...held,
      status: 'COMPLETED',
      ...(refunded > 0 && { refunded_money: squareMoney({ amount: refunded, currency: echo.currency }) }),
    },
  );
  return captured === null ? completed : { ...completed, total_money };
};

const refundAs = (attempt: Attempt, { psp_reference, operation, amount, status }: RefundFact) => ({
  ...squareRefund(
    attempt,
    operation ?? '',
    { amount, currency: attempt.currency },
    { pending: 'PENDING', succeeded: 'COMPLETED', failed: 'FAILED' }[status],
  ),
  id: psp_reference,
  ...(operation === undefined && { reason: 'Returned goods' }),
});

const deliver =
  (
    type: string,
    kind: 'payment' | 'refund' | 'dispute',
    object: (attempt: Attempt) => object,
  ): NonNullable<Facts['elsewhere']['void']> =>
  (attempt, secret, at) =>
    squareDelivery({ type, kind, object: object(attempt), event_id: `evt-elsewhere-${type}` }, secret, at);

const ended = (hold: 'voided' | 'expired') =>
  deliver('payment.updated', 'payment', (attempt) => paymentWith({ hold }, attempt, attempt));

/** A completion has no id and no event of its own: the payment's events tell of it, which is why none is among the operations here. */
export const squareFacts: Facts = {
  playFacts:
    (facts, attempt, echo) =>
    ({ url }) =>
      new URL(url).pathname === `/v2/payments/${payment}`
        ? answered(200, { payment: paymentWith(facts, attempt, echo) })
        : undefined,
  playRefunds: (refunds, attempt, cut) => {
    const ids = refunds.map(({ psp_reference }) => psp_reference);
    const refund_ids = cut ? [...Array.from({ length: 20 }, (_, index) => `older_${index}`), ...ids] : ids;
    return ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === `/v2/payments/${payment}`)
        return answered(200, {
          payment: squarePayment(attempt, attempt, {
            status: 'COMPLETED',
            ...(refund_ids.length > 0 && { refund_ids }),
          }),
        });
      const id = pathname.replace('/v2/refunds/', '');
      const refund = refunds.find(({ psp_reference }) => psp_reference === id);
      const older = { psp_reference: id, amount: 1, status: 'succeeded' } as const;
      return answered(200, { refund: refundAs(attempt, refund ?? older) });
    };
  },
  elsewhere: {
    refund: deliver('refund.updated', 'refund', (attempt) => ({
      ...squareRefund(attempt, '', part, 'COMPLETED'),
      reason: 'Returned goods',
    })),
    void: ended('voided'),
    expiry: ended('expired'),
    dispute_opened: deliver('dispute.created', 'dispute', () => dispute('EVIDENCE_REQUIRED')),
    dispute_won: deliver('dispute.state.updated', 'dispute', () => dispute('WON')),
    dispute_lost: deliver('dispute.state.updated', 'dispute', () => dispute('LOST')),
    dispute_closed: deliver('dispute.state.updated', 'dispute', () => dispute('INQUIRY_CLOSED')),
  },
};
