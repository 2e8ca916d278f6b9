import type { Event } from '../types/event.ts';
import type { ChargeChange } from '../types/record-change.ts';
import { newEvent } from './new-event.ts';

/** A refund that is new or has a new status, whether made by us or at the PSP: `refund.` and its status. */
export const refundEvents = ({ before, after, at }: ChargeChange): readonly Event[] =>
  Object.values(after.refunds)
    .filter(({ id, status }) => before?.refunds[id]?.status !== status)
    .map((refund) =>
      newEvent(`refund.${refund.status}`, at, after.livemode, {
        id: refund.id,
        object: 'refund',
        seq: refund.rev,
        status: refund.status,
        amount: refund.amount,
        currency: after.currency,
        session: after.session,
        charge: after.id,
        psp: after.psp,
        reason: refund.failure_reason ?? refund.reason,
      }),
    );
