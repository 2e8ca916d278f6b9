import type { ChargeStatus } from '../../lib/types/charge.ts';
import type { PaymentStatus } from '../../lib/types/session.ts';

/** Where a charge may go from each status. Terminal is terminal; whoever checks a world in which captures are taken back lets them. */
export const chargeMoves: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  pending: ['requires_action', 'authorized', 'captured', 'canceled', 'failed', 'needs_review'],
  requires_action: ['pending', 'authorized', 'captured', 'canceled', 'failed', 'needs_review'],
  needs_review: [
    'pending',
    'requires_action',
    'authorized',
    'capturing',
    'canceling',
    'captured',
    'canceled',
    'failed',
  ],
  authorized: ['capturing', 'canceling', 'captured', 'canceled'],
  capturing: ['captured', 'authorized', 'canceled', 'needs_review'],
  canceling: ['canceled', 'authorized', 'captured', 'needs_review'],
  captured: [],
  canceled: [],
  failed: [],
};

/** The same for what a session shows. */
export const sessionMoves: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  unpaid: ['processing'],
  processing: ['requires_action', 'authorized', 'paid', 'unpaid', 'canceled'],
  requires_action: ['processing', 'authorized', 'paid', 'unpaid', 'canceled'],
  authorized: ['paid', 'canceled'],
  paid: [],
  canceled: [],
};
