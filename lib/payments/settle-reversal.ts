import type { Reversal } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import { settlesFormer } from '../types/outcome.ts';
import type { OperationAnswer } from '../types/psp.ts';
import { changeBy } from './apply.ts';
import { type Change, changeCharge, type Records } from './change-charge.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { leftBeside, partsOf } from './transitions/reversal-cells.ts';

export type ReversalOptions = {
  readonly by_event?: boolean;
  /** A person says so: the next try has its own schedule. */
  readonly by_person?: boolean;
  /** The failed try is repeated the same way: it never reached the PSP. */
  readonly same_way?: boolean;
  /** How much must still go back, and how much was captured in all, if a look has shown it. */
  readonly amount?: number;
  readonly captured?: number;
  /** How much of it was lost to disputes; `amount` allows for this. */
  readonly lost?: number;
  /** The PSP's id of the refund made elsewhere that returned the money, or a part of it. */
  readonly elsewhere?: string;
};

/**
 * Records the progress of the reversal under that operation, on the charge and on its session's attempt. Only an event (`by_event`) may take back a
 * refund that was done: the answer to one of our own calls can be older.
 */
export const settleReversal = async (
  ports: PaymentPorts,
  from: Records,
  operation: string,
  answer: OperationAnswer,
  {
    by_event = false,
    by_person = false,
    same_way = false,
    amount,
    captured,
    lost,
    elsewhere,
  }: ReversalOptions = {},
): Promise<Records> => {
  const next_id = ports.newId('ch').replace('ch_', 'rv_');
  const { records } = await changeCharge(ports, from, (stands): Change<unknown> => {
    const { charge } = stands;
    const { reversal } = charge;
    if (reversal?.id !== operation) return { outcome: undefined };
    const done = reversal.status === 'done';
    // The failure of a void is never reported, but a look may show that a supposed void was not one.
    if (done && (!by_event || (reversal.by === 'cancel' && amount === undefined)))
      return { outcome: undefined };
    const about = { charge: charge.id, session: charge.session, psp: charge.psp };
    switch (answer.outcome) {
      case 'succeeded': {
        const change = changeBy(ports, stands, 'reversal_succeeded', {
          ...defined({ elsewhere, captured }),
        });
        const report = { event: 'late_effect_reversed', ...about, by: reversal.by };
        return change.charge ? { ...change, reports: [report] } : change;
      }
      case 'pending':
        return changeBy(ports, stands, 'reversal_accepted', {});
      case 'failed': {
        if (!settlesFormer(answer.reason)) return { outcome: undefined };
        const left = leftBeside(reversal);
        if (!done && left <= 0) return changeBy(ports, stands, 'reversal_succeeded', {});
        // A new id: under the failed one the PSP would return the failure again, or take it for the first. A refund of too much is retried.
        const again = same_way || (reversal.by === 'refund' && left < reversal.amount);
        const by = again ? reversal.by : done || reversal.by === 'cancel' ? 'refund' : 'cancel';
        const back = amount ?? left;
        const parts =
          elsewhere !== undefined && reversal.parts?.[elsewhere] !== undefined
            ? { ...reversal.parts, [elsewhere]: 0 }
            : reversal.parts;
        const allowed = lost ?? reversal.lost ?? 0;
        // A void returns the hold; anything captured after it must still go back.
        const answered = by === 'cancel' ? 0 : (captured ?? Math.max(reversal.captured ?? 0, back));
        const next: Reversal = {
          id: next_id,
          by,
          amount: back,
          status: 'open',
          captured: answered,
          ...(allowed === 0 ? {} : { lost: allowed }),
          ...(parts && { parts, less: partsOf(parts) }),
          started: done || by_person || reversal.needs_review ? ports.clock.now() : reversal.started,
        };
        return done
          ? {
              ...changeBy(ports, stands, 'reversal_taken_back', { next }),
              reports: [{ event: 'refund_failed_late', ...about, refund: operation }],
            }
          : changeBy(ports, stands, 'reversal_failed', { next });
      }
      case 'unknown':
        return { outcome: undefined };
      default:
        return answer satisfies never;
    }
  });
  return records;
};
