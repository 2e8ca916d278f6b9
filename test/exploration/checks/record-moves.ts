import type { Charge, Refund } from '../../../lib/types/charge.ts';
import type { Session } from '../../../lib/types/session.ts';
import { chargeMoves, sessionMoves } from '../../simulation/moves.ts';
import { openThings } from '../../simulation/open-things.ts';
import { malformed } from '../../tools/well-formed.ts';
import type { World } from '../world.ts';
import { first } from './books-agree.ts';

/** What is wrong with how records have changed from one step to the next. */
export const wrongMove = (before: World, world: World): string | undefined => {
  const { store } = world;
  return before.store === store
    ? undefined
    : (first(store.charges.values(), (charge) => {
        const former = before.store.charges.get(charge.id);
        return wrongCharge(former, charge) ?? wrongFence(world, former, charge);
      }) ??
        first(store.sessions.values(), (session) =>
          wrongSession(before.store.sessions.get(session.id), session),
        ));
};

/** A customer who is away may still come back: only another confirm, or the end of the session, gives their attempt up. */
const wrongFence = (
  { store, actors, now }: World,
  before: Charge | undefined,
  { id, session: owner, recovery, write }: Charge,
): string | undefined => {
  if (before?.status !== 'requires_action' || before.recovery?.fence === 'sent' || recovery?.fence !== 'sent')
    return undefined;
  const session = store.sessions.get(owner);
  const isOver = session?.expired_at !== undefined || now >= (session?.expires_at ?? 0) * 1000;
  const byRecovery = actors.some(
    (actor) =>
      actor.type === 'process' &&
      actor.node.spec.work.kind === 'recovery' &&
      actor.node.writes.includes(write),
  );
  return byRecovery && !isOver
    ? `[9] charge ${id}: a cancel by reference is sent while its customer is away`
    : undefined;
};

const wrongCharge = (before: Charge | undefined, after: Charge): string | undefined => {
  if (before === after) return undefined;
  const name = `charge ${after.id}`;
  const open = openThings(after).length > 0;
  if (open && (after.recover_at === undefined || after.recover_shard === undefined))
    return `[14] ${name} is ${after.status} and recovery cannot find it`;
  const broken = malformed(after);
  if (broken !== undefined) return `[8] ${name} is malformed: ${broken}`;
  if (!before) return after.status === 'pending' ? undefined : `[6] ${name} is born ${after.status}`;
  if (after.rev !== before.rev + 1) return `[8] ${name} went from revision ${before.rev} to ${after.rev}`;
  if (after.write === before.write && after.refunds === before.refunds)
    return `[8] ${name}: write ${after.write} made two revisions`;
  if (before.psp !== after.psp || before.amount !== after.amount || before.session !== after.session)
    return `[4] ${name} changed its PSP, its session or its amount`;
  if (before.status !== after.status && !chargeMoves[before.status].includes(after.status))
    return `[8] ${name} went from ${before.status} to ${after.status}`;
  if (after.amount_captured < before.amount_captured)
    return `[8] ${name} fell from ${before.amount_captured} captured to ${after.amount_captured}`;
  if (before.reversal?.status === 'done' && after.reversal?.status !== 'done')
    return `[8] the reversal of ${name} was moved back`;
  return first(Object.values(after.refunds), (refund) => wrongRefund(before.refunds[refund.id], refund));
};

const wrongRefund = (before: Refund | undefined, after: Refund): string | undefined => {
  if (!before || before === after || before.write === after.write) return undefined;
  if (after.rev !== before.rev + 1)
    return `[8] refund ${after.id} went from revision ${before.rev} to ${after.rev}`;
  return before.status !== after.status && before.status !== 'pending'
    ? `[8] refund ${after.id} went from ${before.status} to ${after.status}`
    : undefined;
};

const wrongSession = (before: Session | undefined, after: Session): string | undefined => {
  if (!before || before === after) return undefined;
  const name = `session ${after.id}`;
  if (after.rev !== before.rev + 1) return `[8] ${name} went from revision ${before.rev} to ${after.rev}`;
  const [from, to] = [before.payment_status, after.payment_status];
  if (from !== to && !sessionMoves[from].includes(to)) return `[8] ${name} went from ${from} to ${to}`;
  if (before.expired_at !== undefined && from === 'unpaid' && from !== to)
    return `[8] ${name} was ended and went on to ${to}`;
  if (after.attempts.length < before.attempts.length || after.amount !== before.amount)
    return `[8] ${name} lost an attempt or changed its money`;
  return after.routing === before.routing || JSON.stringify(after.routing) === JSON.stringify(before.routing)
    ? undefined
    : `[11] the route of ${name} changed`;
};
