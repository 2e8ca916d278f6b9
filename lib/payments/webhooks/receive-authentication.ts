import { stateOf } from '../../types/charge-state.ts';
import { completeAuthentication } from '../confirm/complete-authentication.ts';
import type { EventContext } from './event-context.ts';
import { mustWait } from './must-wait.ts';

/** Most customers are back by then, and get the outcome from their own return. */
const way_back_ms = 3_000;

/**
 * Completes the payment of a customer who has authenticated but does not return. It is claimed like the completion of a return: the second one
 * changes nothing. Throws `mustWait` if the customer still counts as away afterwards.
 */
export const receiveAuthentication = async ({ ports, psp, records }: EventContext): Promise<void> => {
  const { charge } = records;
  if (stateOf(charge) !== 'requires_action') return;
  await ports.clock.sleep(way_back_ms);
  const session = await completeAuthentication(ports, {
    session: charge.session,
    charge: charge.id,
    params: {},
  });
  if (session.charge === charge.id && session.payment_status === 'requires_action') throw mustWait(psp);
};
