import type { Charge, Refund, Session } from '../../types/records.ts';
import { answerConfirmation } from '../confirm-result.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { firstLook, nextLook, recoveryMark, unmarked, unscheduled } from '../recovery-mark.ts';
import { revise } from '../revise.ts';
import { type OpenThing, openThings } from './open-things.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import { resolveChargeOperation } from './resolve-charge-operation.ts';
import { resolveRefunds } from './resolve-refunds.ts';
import { reverseLateEffect } from './reverse-late-effect.ts';

export type Recovered =
  | 'missing'
  | 'nothing_open'
  | 'not_due'
  | 'claimed_by_another'
  | 'looked'
  | 'needs_review';

/**
 * Looks at one charge with something open: claims it (next revision, the action named, the next look scheduled), then resolves what it can. A
 * charge still open after the last step of the schedule needs a person. `at_once`: whether it is due or not (an operator asks).
 */
export const recoverCharge = async (
  ports: PaymentPorts,
  id: string,
  { at_once }: { readonly at_once: boolean } = { at_once: false },
): Promise<Recovered> => {
  const charge = await ports.store.charge(id);
  if (!charge) return 'missing';
  const session = await ports.store.session(charge.session);
  if (!session) return 'missing';
  const open = openThings(charge);
  if (open.length === 0) return clear(ports, charge);
  if (!at_once && (charge.recover_at === undefined || charge.recover_at > ports.clock.now()))
    return 'not_due';
  const claimed = await claim(ports, session, charge, open);
  if (!claimed) return 'claimed_by_another';
  for (const thing of open) await resolve(ports, claimed, thing, charge);
  return claimed.next_look === undefined ? review(ports, id) : 'looked';
};

type Claimed = { readonly session: Session; readonly charge: Charge; readonly next_look: number | undefined };

const clear = async (ports: PaymentPorts, charge: Charge): Promise<Recovered> => {
  if (charge.recover_at === undefined) return 'nothing_open';
  const item = revise<Charge>(unmarked(charge), {}, ports.invocation);
  await ports.store.commit([{ table: 'charges', item, expects: charge.rev }]);
  return 'nothing_open';
};

/** Moves the next look first, so that parallel runs leave the charge alone and one that dies here is taken up again. */
const claim = async (
  ports: PaymentPorts,
  session: Session,
  charge: Charge,
  open: readonly OpenThing[],
): Promise<Claimed | undefined> => {
  const now = ports.clock.now();
  const next_look = soonestLook(ports, open);
  const action = open[0]?.action ?? 'look_up';
  const item = revise<Charge>(
    charge,
    {
      recovery: { ...charge.recovery, action },
      refunds: claimRefunds(ports, charge),
      ...(charge.reversal?.status === 'open'
        ? { reversal: { ...charge.reversal, status: 'sent', sent: now } }
        : {}),
      ...recoveryMark(charge.id, next_look ?? firstLook(now, ports.recovery), ports.recovery),
    },
    ports.invocation,
  );
  const answered = answerConfirmation(session, ports);
  const unanswered = session.confirmations.some(({ answer }) => !answer);
  const owner = unanswered ? revise<Session>(answered, {}, ports.invocation) : session;
  const written = await ports.store.commit([
    { table: 'charges', item, expects: charge.rev },
    ...(unanswered ? [{ table: 'sessions' as const, item: owner, expects: session.rev }] : []),
  ]);
  return written.ok ? { session: owner, charge: item, next_look } : undefined;
};

/** The next look at whatever is open; undefined where the schedule is used up for all of it. Unix milliseconds. */
const soonestLook = ({ clock, recovery }: PaymentPorts, open: readonly OpenThing[]): number | undefined => {
  const looks = open.flatMap(({ since }) => nextLook(since, clock.now(), recovery) ?? []);
  return looks.length === 0 ? undefined : Math.min(...looks);
};

/**
 * A pending refund that recovery may send again moves to its next revision first: the function that reserved it can then no longer call it failed
 * because its own request came to nothing.
 */
const claimRefunds = (ports: PaymentPorts, charge: Charge): Charge['refunds'] =>
  Object.fromEntries(
    Object.entries(charge.refunds).map(([id, refund]) => [
      id,
      refund.status === 'pending' && !refund.accepted
        ? revise<Refund>(refund, {}, `${ports.invocation}.${id}`)
        : refund,
    ]),
  );

const resolve = (
  ports: PaymentPorts,
  { session, charge }: Claimed,
  thing: OpenThing,
  before: Charge,
): Promise<void> => {
  switch (thing.action) {
    case 'look_up':
      return resolveAttempt(ports, session, charge);
    case 'operation':
      return resolveChargeOperation(ports, charge);
    case 'reverse':
      return reverseLateEffect(ports, charge, before.reversal?.status === 'open');
    case 'refunds':
      return resolveRefunds(ports, charge);
    default:
      return thing.action satisfies never;
  }
};

/** The schedule is used up: an alarm, and no more looks of our own. A webhook or an operator may still resolve it. */
const review = async (ports: PaymentPorts, id: string): Promise<Recovered> => {
  const charge = await ports.store.charge(id);
  const open = charge ? openThings(charge) : [];
  if (!charge || open.length === 0) return 'looked';
  // A refund that was asked for during this look has its own schedule before it.
  const next_look = soonestLook(ports, open);
  if (next_look !== undefined) {
    const moved = revise<Charge>(charge, recoveryMark(id, next_look, ports.recovery), ports.invocation);
    await ports.store.commit([{ table: 'charges', item: moved, expects: charge.rev }]);
    return 'looked';
  }
  const item = revise<Charge>(
    charge,
    {
      recovery: { ...charge.recovery, action: 'review' },
      ...recoveryMark(id, unscheduled, ports.recovery),
      ...(charge.status === 'pending' || charge.status === 'requires_action'
        ? { status: 'needs_review' }
        : {}),
    },
    ports.invocation,
  );
  if (!(await ports.store.commit([{ table: 'charges', item, expects: charge.rev }])).ok) return 'looked';
  ports.report({
    event: 'needs_review',
    charge: id,
    session: charge.session,
    psp: charge.psp,
    open_ms: ports.clock.now() - charge.started,
  });
  return 'needs_review';
};
