import type { Charge } from '../../lib/types/charge.ts';

/** Money that has moved according to our records. `state`: how certain that is. */
export type OwnMovement = {
  readonly kind: 'capture' | 'refund';
  readonly charge: string;
  /** Our id of the refund or reversal. */
  readonly operation?: string;
  readonly psp_reference?: string | undefined;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'done' | 'pending' | 'not done';
  /** Unix milliseconds. */
  readonly at: number;
};

/**
 * The capture of a charge as one movement, and each of its refunds. Every bank times disputes differently, so they are compared only if a report
 * contains them.
 */
export const ownMovements = (charge: Charge): readonly OwnMovement[] => {
  const { id, currency, amount_captured, captured_at, started, reversal, refunds } = charge;
  const common = { charge: id, currency };
  return [
    {
      ...common,
      kind: 'capture',
      amount: amount_captured,
      state:
        amount_captured > 0
          ? 'done'
          : charge.outcome === null || charge.status === 'capturing'
            ? 'pending'
            : 'not done',
      at: captured_at ?? started,
    },
    ...Object.values(refunds).map(
      ({ id: operation, amount, status, psp_reference, created }): OwnMovement => ({
        ...common,
        kind: 'refund',
        operation,
        psp_reference,
        amount,
        state: refundStates[status],
        at: created * 1000,
      }),
    ),
    ...(reversal?.by === 'refund'
      ? [
          {
            ...common,
            kind: 'refund',
            operation: reversal.id,
            psp_reference: reversal.elsewhere,
            amount: reversal.amount,
            state: reversal.status === 'done' ? 'done' : 'pending',
            at: reversal.sent ?? reversal.started,
          } as const,
        ]
      : []),
  ];
};

const refundStates = { succeeded: 'done', pending: 'pending', failed: 'not done' } as const;
