import type { Charge } from '../../clients/server/src/index.ts';
import { keyElsewhere } from '../../lib/charge/key-elsewhere.ts';

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
  /** Unix milliseconds, of the second. */
  readonly at: number;
};

/**
 * The capture of a charge as one movement, and each of its refunds and returns. Every bank times disputes differently, so they are compared only if a report
 * contains them. Throws if the charge does not say when it was captured: an earlier release showed neither that nor what has gone back.
 */
export const ownMovements = (charge: Charge): readonly OwnMovement[] => {
  const { id, currency, amount_captured, captured_at, created, reversal, refunds } = charge;
  if (captured_at === undefined)
    throw new Error('The service is of an earlier release: deploy this one first.');
  const common = { charge: id, currency };
  return [
    {
      ...common,
      kind: 'capture',
      amount: amount_captured,
      state: captureState(charge),
      at: at(captured_at ?? created),
    },
    ...refunds.map(
      ({ id: operation, amount, status, psp_reference, created }): OwnMovement => ({
        ...common,
        kind: 'refund',
        operation,
        psp_reference: psp_reference ?? undefined,
        amount,
        state: refundStates[status],
        at: at(created),
      }),
    ),
    ...returnedBy(reversal).map((returned) => ({ ...common, ...returned })),
  ];
};

const captureState = ({ amount_captured, outcome, status }: Charge): OwnMovement['state'] => {
  if (amount_captured > 0) return 'done';
  return outcome === null || status === 'capturing' ? 'pending' : 'not done';
};

/** What has gone back of money that came too late, and what is on its way. */
const returnedBy = (reversal: Charge['reversal']): readonly Omit<OwnMovement, 'charge' | 'currency'>[] => {
  if (!reversal) return [];
  const { id, by, amount, status, at: sent, returned } = reversal;
  const common = { kind: 'refund', at: at(sent) } as const;
  const back = returned.map(({ id: ours, psp_reference, amount: part }) => ({
    ...common,
    ...(psp_reference === null
      ? { operation: ours ?? id }
      : { operation: keyElsewhere('ext', psp_reference), psp_reference }),
    amount: part,
    state: 'done' as const,
  }));
  return status === 'done' || by === 'cancel'
    ? back
    : [...back, { ...common, operation: id, amount, state: 'pending' }];
};

const refundStates = { succeeded: 'done', pending: 'pending', failed: 'not done' } as const;

const at = (seconds: number): number => seconds * 1000;
