import { settlesFormer } from '../types/outcome.ts';
import type { LookUpAnswer, Psp } from '../types/psp.ts';
import type { Charge, Session } from '../types/records.ts';
import { applyAnswer } from './apply-answer.ts';
import { attemptOf } from './attempt-of.ts';
import { noSession } from './check-confirmable.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { firstLook, recoveryMark } from './recovery-mark.ts';
import { revise } from './revise.ts';
import { timeFor } from './run-attempt.ts';

export type CompleteCommand = {
  readonly session: string;
  /** The charge the signed state names. */
  readonly charge: string;
  /** The query the PSP sent the customer back with, `state` left out. */
  readonly params: Readonly<Record<string, string>>;
};

const timeout_ms = 10_000;
const pause_ms = 500;

/**
 * Finishes an attempt after 3-D Secure, once: a second return, another tab, or a return after the attempt was fenced finds it claimed or settled
 * and changes nothing. Resolves to the session as it stands; a still unknown outcome leaves it open for recovery.
 */
export const completeAuthentication = async (
  ports: PaymentPorts,
  command: CompleteCommand,
): Promise<Session> => {
  const session = await ports.store.session(command.session);
  if (!session) throw noSession(command.session);
  if (session.charge !== command.charge || session.payment_status !== 'requires_action') return session;
  const charge = await ports.store.charge(command.charge);
  const psp = charge && ports.psps.connect(charge.psp);
  if (charge?.status !== 'requires_action' || !psp || !timeFor(ports, timeout_ms)) return session;
  if (psp.canComplete?.(command.params) === false) return session;
  const claimed = await claim(ports, session, charge);
  if (!claimed) return (await ports.store.session(session.id)) ?? session;
  const answer = await complete(ports, psp, claimed, command.params);
  ports.report({
    event: 'authentication',
    session: session.id,
    charge: charge.id,
    psp: charge.psp,
    outcome: answer.outcome,
  });
  const { session: stands } = await applyAnswer(ports, charge.id, answer);
  return stands;
};

/** From here on the attempt is in flight again, and no fence that does not know of this may declare it dead. */
const claim = async (ports: PaymentPorts, session: Session, charge: Charge): Promise<Charge | undefined> => {
  const now = ports.clock.now();
  const mark = recoveryMark(charge.id, firstLook(now, ports.recovery), ports.recovery);
  const item = revise<Charge>(charge, { status: 'pending', completing: now, ...mark }, ports.invocation);
  const written = await ports.store.commit([
    { table: 'charges', item, expects: charge.rev },
    {
      table: 'sessions',
      item: revise<Session>(session, { payment_status: 'processing', next_action: null }, ports.invocation),
      expects: session.rev,
    },
  ]);
  return written.ok ? item : undefined;
};

const complete = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  params: CompleteCommand['params'],
): Promise<Exclude<LookUpAnswer, { outcome: 'absent' }>> => {
  const nothingKnown = { outcome: 'unknown', doubt: 'timeout' } as const;
  for (let round = 0; round < 2; round++) {
    const call = timeFor(ports, timeout_ms);
    if (!call) break;
    const answer = await psp.completeAuthentication(attemptOf(charge), params, call);
    if (answer.outcome !== 'absent' && settlesFormer(answer.outcome)) return answer;
    await ports.clock.sleep(pause_ms);
  }
  return nothingKnown;
};
