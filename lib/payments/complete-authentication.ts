import { isDecline, settlesFormer } from '../types/outcome.ts';
import type { LookUpAnswer, Psp } from '../types/psp.ts';
import type { Session } from '../types/session.ts';
import { applyAnswer, applyHappening, changeBy } from './apply.ts';
import { attemptOf, timeFor } from './attempt.ts';
import { changeCharge, type Records } from './change-charge.ts';
import { noSession } from './claim-session.ts';
import type { PaymentPorts } from './payment-ports.ts';

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
 * and changes nothing. A completion that provably never left, or that the PSP would not take, is undone: the next return is a new try. Resolves to the session as it stands; a still
 * unknown outcome leaves it open for recovery.
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
  if (!charge || !psp || !timeFor(ports, timeout_ms)) return session;
  if (psp.canComplete?.(command.params) === false) return session;
  const claimed = await claim(ports, { charge, session });
  if (claimed.outcome !== 'changed') return claimed.records.session ?? session;
  const answer = await complete(ports, psp, claimed.records, command.params);
  ports.report({
    event: 'authentication',
    session: session.id,
    charge: charge.id,
    psp: charge.psp,
    outcome: answer.outcome,
  });
  const { records } =
    answer.outcome === 'not_sent'
      ? await undo(ports, claimed.records, session.next_action)
      : await applyAnswer(ports, claimed.records, answer);
  return records.session ?? session;
};

/** From here on the attempt is in flight again, and no fence that does not know of this may declare it dead. */
const claim = (ports: PaymentPorts, records: Records) =>
  applyHappening(ports, records, 'customer_returned', { now: ports.clock.now() });

/** Only while nobody else has claimed the attempt: what is provably not sent by this return may be on somebody else's way. */
const undo = (ports: PaymentPorts, records: Records, next_action: string | null) =>
  changeCharge(ports, records, (now) =>
    now.charge.completing === records.charge.completing
      ? changeBy(ports, now, 'completion_not_sent', {}, next_action === null ? {} : { next_action })
      : { outcome: 'unchanged' },
  );

type Answer = Exclude<LookUpAnswer, { readonly outcome: 'absent' }>;

const complete = async (
  ports: PaymentPorts,
  psp: Psp,
  { charge }: Records,
  params: CompleteCommand['params'],
): Promise<Answer> => {
  let answer: Answer = { outcome: 'not_sent' };
  for (let round = 0; round < 2; round++) {
    if (round > 0) await ports.clock.sleep(pause_ms);
    const call = timeFor(ports, timeout_ms);
    if (!call) break;
    const heard = await psp.completeAuthentication(attemptOf(charge), params, call);
    if (heard.outcome === 'absent') continue;
    if (heard.outcome === 'canceled' || settlesFormer(heard.outcome)) return heard;
    // Refused at the door, or for what is wrong with the call: of an earlier one that says nothing, and by itself it took nothing.
    if (isDecline(heard.outcome)) continue;
    answer = { outcome: 'unknown', doubt: 'doubt' in heard ? heard.doubt : 'ambiguous_error' };
  }
  return answer;
};
