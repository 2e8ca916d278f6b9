import { ApiError } from '../types/api-error.ts';
import type { LookUpAnswer } from '../types/psp.ts';
import type { Charge, Session } from '../types/records.ts';
import { settleCard } from './card-limits.ts';
import { answerConfirmation } from './confirm-result.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { recoveryMark } from './recovery-mark.ts';
import { revise } from './revise.ts';
import { settleAttempt } from './settle-attempt.ts';

export type Applied = {
  readonly effect: 'settled' | 'late_effect' | 'unchanged' | 'noted';
  readonly session: Session;
  readonly charge: Charge;
};

export type ApplyOptions = {
  /** The webhook event that told it, applied once. */
  readonly event?: string;
  /** The source has seen what a fence that was sent has done; an approval from any other is noted until then. */
  readonly decisive?: boolean;
  /** The charge's revision the answer was concluded from and not told: on any other it is void. */
  readonly only_at?: number;
};

const maxRounds = 8;

/**
 * Adds what a verified source said about a charge's authorisation to the records as they stand, whoever writes them meanwhile. Never moves a
 * record back; money for an attempt that was given up is marked to be returned. See `ApplyOptions`.
 */
export const applyAnswer = async (
  ports: PaymentPorts,
  id: string,
  answer: LookUpAnswer,
  { event, decisive, only_at }: ApplyOptions = {},
): Promise<Applied> => {
  for (let round = 0; round < maxRounds; round++) {
    const charge = await ports.store.charge(id);
    const session = charge && (await ports.store.session(charge.session));
    if (!charge || !session) throw new ApiError('resource_missing', `No charge ${id}.`, { param: 'charge' });
    const seen_before = event !== undefined && charge.events?.includes(event);
    if (seen_before || (only_at !== undefined && charge.rev !== only_at))
      return { effect: 'unchanged', session, charge };
    const applied =
      charge.recovery?.fence === 'sent' && !decisive && isAlive(answer)
        ? note(ports, session, charge, answer)
        : transition(ports, session, charge, answer);
    const seen =
      event === undefined ? {} : { events: [...(applied.charge.events ?? []), event].slice(-maxEvents) };
    if (applied.effect === 'unchanged' && event === undefined) return applied;
    const moved = { ...applied.charge, ...seen };
    const item = applied.effect === 'unchanged' ? revise<Charge>(charge, seen, ports.invocation) : moved;
    const written = await ports.store.commit(
      [
        { table: 'charges', item, expects: charge.rev },
        ...(applied.session === session
          ? []
          : [{ table: 'sessions' as const, item: applied.session, expects: session.rev }]),
      ],
      applied.effect === 'settled' && charge.status !== 'authorized' ? settleCard(charge, answer) : [],
    );
    if (!written.ok) continue;
    if (applied.effect !== 'unchanged' && applied.effect !== 'noted') report(ports, applied, answer);
    return { ...applied, charge: item };
  }
  throw new ApiError('storage_unavailable', `Charge ${id} is being changed by others. Try again.`, {
    retry_after: 1,
  });
};

/** Events remembered per charge: more than any PSP sends about one payment. */
const maxEvents = 100;

const isAlive = ({ outcome }: LookUpAnswer): boolean =>
  outcome === 'approved' || outcome === 'captured' || outcome === 'requires_action';

const note = (ports: PaymentPorts, session: Session, charge: Charge, observed: LookUpAnswer): Applied => ({
  effect: 'noted',
  session,
  charge: revise<Charge>(
    charge,
    { recovery: { action: 'fence', ...charge.recovery, observed } },
    ports.invocation,
  ),
});

const transition = (ports: PaymentPorts, session: Session, charge: Charge, answer: LookUpAnswer): Applied => {
  const settled = settleAttempt(session, charge, answer, ports);
  if (settled.effect === 'unchanged') return { effect: 'unchanged', session, charge };
  return { ...settled, session: answerConfirmation(settled.session, ports) };
};

/**
 * Leaves a definite answer as a note on a pending charge whose confirm may still be running: the confirm decides, and if it is dead recovery
 * finds the note.
 */
export const noteAnswer = async (
  ports: PaymentPorts,
  id: string,
  observed: LookUpAnswer,
  event: string,
  look_at: number,
): Promise<void> => {
  for (let round = 0; round < maxRounds; round++) {
    const charge = await ports.store.charge(id);
    if (!charge || charge.events?.includes(event) || charge.status !== 'pending') return;
    const noted = revise<Charge>(
      charge,
      {
        recovery: { action: 'noted', ...charge.recovery, observed },
        events: [...(charge.events ?? []), event].slice(-maxEvents),
        ...recoveryMark(id, Math.min(charge.recover_at ?? look_at, look_at), ports.recovery),
      },
      ports.invocation,
    );
    if ((await ports.store.commit([{ table: 'charges', item: noted, expects: charge.rev }])).ok) return;
  }
};

/** The fence came to nothing, so what was seen of the payment meanwhile stands: applied now. */
export const liftFence = async (ports: PaymentPorts, id: string, event: string): Promise<void> => {
  for (let round = 0; round < maxRounds; round++) {
    const charge = await ports.store.charge(id);
    if (charge?.recovery?.fence !== 'sent' || charge.events?.includes(event)) return;
    const lifted = revise<Charge>(
      charge,
      {
        recovery: { ...charge.recovery, fence: 'failed' },
        events: [...(charge.events ?? []), event].slice(-maxEvents),
      },
      ports.invocation,
    );
    if (!(await ports.store.commit([{ table: 'charges', item: lifted, expects: charge.rev }])).ok) continue;
    if (lifted.recovery?.observed) await applyAnswer(ports, id, lifted.recovery.observed);
    return;
  }
};

const report = (
  { report, clock }: PaymentPorts,
  { effect, charge, session }: Applied,
  answer: LookUpAnswer,
): void =>
  report({
    event: effect === 'late_effect' ? 'late_effect' : 'attempt_resolved',
    session: session.id,
    charge: charge.id,
    psp: charge.psp,
    outcome: answer.outcome,
    open_ms: clock.now() - charge.started,
  });
