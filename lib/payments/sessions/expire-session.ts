import { ApiError } from '../../types/api-error.ts';
import { defined } from '../../types/defined.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { seenBefore } from '../../types/seen-before.ts';
import type { Session } from '../../types/session.ts';
import { isExpired } from '../confirm/claim-session.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { endAttempt } from '../reconcile/end-attempt.ts';
import { accountGone } from '../records/account-gone.ts';
import { type Before, type Change, changeCharge } from '../records/change-charge.ts';
import { noSession } from '../records/read-records.ts';
import { hasSpaceForKey } from '../records/session-result.ts';

export type ExpireCommand = {
  readonly session: string;
  /** The API key's id. */
  readonly by?: string;
  readonly idempotency?: Idempotency;
};

/**
 * Ends an open session early, so that it can never be paid. An attempt that waits for its customer is ended first: by never completing it, or by a
 * cancel by reference with an immediate, definite result. Throws `session_already_complete`, or `payment_in_progress` if the attempt's outcome is
 * unknown.
 */
export const expireSession = async (ports: PaymentPorts, command: ExpireCommand): Promise<Result> => {
  let session = await ports.store.session(command.session);
  if (!session) throw noSession(command.session);
  // Time has ended it already: whoever asks now has ended nothing.
  const { by: _, ...unnamed } = command;
  const named = isExpired(session, ports.clock.now()) ? unnamed : command;
  if (session.payment_status === 'requires_action' || session.payment_status === 'processing')
    session = await endOpenAttempt(ports, session, command);
  const { outcome, records } = await changeCharge(ports, { session }, (current) =>
    end(ports, current, named),
  );
  return outcome ?? resultUnderKey(records.session, command.idempotency);
};

const end = (
  ports: PaymentPorts,
  { session }: Before,
  { idempotency, by }: ExpireCommand,
): Change<Extract<Result, { readonly replay: unknown }> | undefined> => {
  const replay = seenBefore(session.confirmations, idempotency);
  if (replay) return { outcome: replay };
  const now = ports.clock.now();
  if (!isExpired(session, now)) refuse(session);
  // Also if it has expired: another clock may differ, and this read may be old.
  const ended: Session =
    session.expired_at === undefined
      ? {
          ...session,
          expired_at: Math.min(Math.floor(now / 1000), session.expires_at),
          ...defined({ expired_by: by }),
        }
      : session;
  if (!idempotency || !hasSpaceForKey(session)) return { session: ended, outcome: undefined };
  const remembered = { ...idempotency, answer: ports.render({ session: ended }, idempotency.view) };
  return {
    session: { ...ended, confirmations: [...ended.confirmations, remembered] },
    outcome: undefined,
  };
};

const resultUnderKey = (session: Session, idempotency: Idempotency | undefined): Result => {
  const response = idempotency && session.confirmations.find(({ key }) => key === idempotency.key)?.answer;
  return response ? { replay: response, first: true } : { session };
};

const refuse = ({ payment_status }: Session): void => {
  if (payment_status === 'unpaid') return;
  if (payment_status === 'processing' || payment_status === 'requires_action') throw paymentInProgress();
  throw new ApiError(
    'session_already_complete',
    `The session is ${payment_status}. Only an open session can be ended.`,
    { param: 'id' },
  );
};

const paymentInProgress = (): ApiError =>
  new ApiError(
    'payment_in_progress',
    'A payment of this session is in progress; its outcome is not known yet. Read the session to see its status.',
    { retry_after: 5 },
  );

const endOpenAttempt = async (
  ports: PaymentPorts,
  session: Session,
  { idempotency, by }: ExpireCommand,
): Promise<Session> => {
  const replay = seenBefore(session.confirmations, idempotency);
  const charge = replay || session.charge === null ? undefined : await ports.store.charge(session.charge);
  if (!charge) return session;
  const psp = ports.psps.connect(charge.psp);
  if (!psp) throw accountGone('payment_in_progress', charge, 'id');
  const ended = await endAttempt(ports, psp, { charge, session }, by);
  if (!ended) throw paymentInProgress();
  return ended;
};
