import { keyElsewhere } from '../../lib/payments/transitions/key-elsewhere.ts';
import { isOurs } from '../../lib/payments/transitions/reversal-cells.ts';
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
 * The capture of a charge as one movement, and each of its refunds and returns. Every bank times disputes differently, so they are compared only if a report
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
    ...returnedBy(reversal).map((returned) => ({ ...common, ...returned })),
  ];
};

/** What has gone back of money that came too late, and what is on its way. */
const returnedBy = (reversal: Charge['reversal']): readonly Omit<OwnMovement, 'charge' | 'currency'>[] => {
  if (!reversal) return [];
  const { id, by, amount, status, sent, started, parts } = reversal;
  const common = { kind: 'refund', at: sent ?? started } as const;
  const known = parts ?? (status === 'done' && by === 'refund' ? { [id]: amount } : {});
  const back = Object.entries(known).flatMap(([part, returned]) =>
    returned === 0
      ? []
      : [
          {
            ...common,
            ...(isOurs(part)
              ? { operation: part }
              : { operation: keyElsewhere('ext', part), psp_reference: part }),
            amount: returned,
            state: 'done' as const,
          },
        ],
  );
  return status === 'done' || by === 'cancel'
    ? back
    : [...back, { ...common, operation: id, amount, state: 'pending' }];
};

const refundStates = { succeeded: 'done', pending: 'pending', failed: 'not done' } as const;
