import type { Session } from '../../types/session.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { endAttempt } from './end-attempt.ts';

/**
 * Ends the attempt of a customer who has left the challenge to pay another way, if that can be done at once and with certainty. Resolves to the
 * session afterwards: unpaid, paid after all, or still waiting for its customer.
 */
export const leaveChallenge = async (ports: PaymentPorts, session: Session): Promise<Session> => {
  const charge = session.charge === null ? undefined : await ports.store.charge(session.charge);
  const psp = charge && ports.psps.connect(charge.psp);
  // If the customer has returned from the challenge with its result, that decides.
  const ended =
    psp && charge.outcome === 'requires_action'
      ? await endAttempt(ports, psp, { charge, session }, 'confirm')
      : undefined;
  return ended ?? (await ports.store.session(session.id)) ?? session;
};
