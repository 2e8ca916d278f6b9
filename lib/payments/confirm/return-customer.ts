import { ApiError } from '../../types/api-error.ts';
import type { Session } from '../../types/session.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type CompleteCommand, completeAuthentication } from './complete-authentication.ts';

const pause_ms = 250;
/** Two seconds in all: a customer waits for it. */
const most_reads = 8;

/**
 * Completes the attempt that a customer returns from, and reads its session again for up to two seconds while another process settles it: the first
 * return, a webhook, recovery. Throws `payment_in_progress` if a newer attempt is open.
 */
export const returnCustomer = async (ports: PaymentPorts, command: CompleteCommand): Promise<Session> => {
  let session = await completeAuthentication(ports, command);
  for (let reads = 0; reads < most_reads && isInFlight(session, command); reads++) {
    if (ports.clock.now() + pause_ms >= ports.deadline) break;
    await ports.clock.sleep(pause_ms);
    session = (await ports.store.session(session.id)) ?? session;
  }
  if (session.charge !== command.charge && isOpen(session)) throw newerAttempt();
  return session;
};

/** The attempt's call is on its way, and its outcome is unknown. */
const isInFlight = ({ charge, payment_status }: Session, command: CompleteCommand): boolean =>
  charge === command.charge && payment_status === 'processing';

const isOpen = ({ payment_status }: Session): boolean =>
  payment_status === 'processing' || payment_status === 'requires_action';

const newerAttempt = (): ApiError =>
  new ApiError(
    'payment_in_progress',
    'This return belongs to an attempt that has ended, and a newer one is in progress. Read the session to see its status.',
    { param: 'state' },
  );
