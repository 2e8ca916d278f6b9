import type { Session } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import { answerConfirmation, confirmResult } from './confirm-result.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { revise } from './revise.ts';

/** Keys that a session remembers of confirms: beyond them a paid session is still answered, but under no key. */
const maxKeys = 20;

/** A session paid before as the answer to one more confirm, kept under its key; undefined where somebody changed the session meanwhile. */
export const answerPaid = async (
  ports: PaymentPorts,
  session: Session,
  asked: Idempotency | undefined,
): Promise<Session | undefined> => {
  if (!asked || session.confirmations.length >= maxKeys) return session;
  const { confirmations } = answerConfirmation(
    { ...session, confirmations: [...session.confirmations, asked] },
    ports,
  );
  const item = revise<Session>(session, { confirmations }, ports.invocation);
  const { ok } = await ports.store.commit([{ table: 'sessions', item, expects: session.rev }]);
  return ok ? confirmResult(item, asked) : undefined;
};
