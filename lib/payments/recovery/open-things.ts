import type { Charge } from '../../types/records.ts';
import { lastSent } from '../last-sent.ts';

/** `since`: Unix milliseconds. */
export type OpenThing = {
  readonly action: 'look_up' | 'operation' | 'reverse' | 'refunds';
  readonly since: number;
};

/** What is open on a charge: an attempt whose outcome is not known, an operation or a reversal under way, refunds without a result. Pure. */
export const openThings = (charge: Charge): readonly OpenThing[] => {
  const open: OpenThing[] = [];
  if (charge.status === 'pending' || charge.status === 'requires_action' || charge.status === 'needs_review')
    open.push({ action: 'look_up', since: lastSent(charge) });
  const operation =
    charge.status === 'capturing'
      ? charge.capture
      : charge.status === 'canceling'
        ? charge.cancel
        : undefined;
  if (operation) open.push({ action: 'operation', since: operation.started });
  if (charge.reversal && charge.reversal.status !== 'done')
    open.push({ action: 'reverse', since: charge.reversal.started });
  const pending = Object.values(charge.refunds).filter(({ status }) => status === 'pending');
  if (pending.length > 0)
    open.push({ action: 'refunds', since: Math.max(...pending.map(({ created }) => created * 1000)) });
  return open;
};
