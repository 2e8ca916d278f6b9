import type { Charge } from './charge.ts';
import { isUnderWay, stateOf } from './charge-state.ts';

/**
 * Something open on a charge. `id`: the charge's for its attempt, otherwise the operation's, refund's or reversal's. `since`: when its recovery
 * schedule starts, Unix milliseconds.
 */
export type OpenThing = {
  readonly kind: 'attempt' | 'capture' | 'cancel' | 'reversal' | 'refund';
  readonly id: string;
  readonly since: number;
  readonly needs_review: boolean;
};

/** A date that recovery never reaches (9999-12-31): it keeps what waits for a person in the index, where an operator finds it. */
export const unscheduled = 253_402_214_400_000;

/** Everything open on a charge. Pure. */
export const openThings = (charge: Charge): readonly OpenThing[] => {
  const open: OpenThing[] = [];
  const add = (
    kind: OpenThing['kind'],
    id: string,
    since: number,
    { needs_review }: { readonly needs_review?: true },
  ): void => void open.push({ kind, id, since, needs_review: needs_review === true });
  const state = stateOf(charge);
  if (state === 'pending' || state === 'requires_action') add('attempt', charge.id, lastSent(charge), charge);
  for (const kind of ['capture', 'cancel'] as const) {
    const operation = charge[kind];
    if (isUnderWay(operation)) add(kind, operation.id, operation.started, operation);
  }
  if (charge.reversal && charge.reversal.status !== 'done')
    add('reversal', charge.reversal.id, charge.reversal.started, charge.reversal);
  for (const refund of Object.values(charge.refunds))
    if (refund.status === 'pending') add('refund', refund.id, refund.created * 1000, refund);
  return open;
};

/** When the last call that can take money for an attempt began. Unix milliseconds. */
export const lastSent = ({ started, completing }: Charge): number => completing ?? started;
