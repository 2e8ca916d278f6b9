import { chooseArm } from '../../../lib/routing/choose-arm.ts';
import { planOfDraw, walletDraw } from '../../../lib/routing/draw.ts';
import type { Charge, ChargeStatus } from '../../../lib/types/charge.ts';
import type { PaymentStatus, Session } from '../../../lib/types/session.ts';
import { steering } from '../made-up-verdict.ts';
import { sessionMoves } from '../moves.ts';
import { type Facts, hasLookUp } from './facts.ts';
import { searchForCard } from './search-for-card.ts';

/** One in so many revisions is searched for card data when it is written. */
const searched = 16;

export const checkSession = (facts: Facts, after: Session | undefined): void => {
  if (!after) return;
  const before = facts.sessions.get(after.id);
  if (before === after) return;
  facts.sessions.set(after.id, after);
  if (after.rev % searched === 0) searchForCard(facts, after);
  if (!before) {
    checkDraws(facts, after);
    checkShift(facts, after);
    checkArm(facts, after);
    if (after.order !== undefined) {
      const others = facts.byOrder.get(after.order);
      if (others) others.add(after.id);
      else facts.byOrder.set(after.order, new Set([after.id]));
    }
    return;
  }
  const name = `session ${after.id}`;
  if (after.rev !== before.rev + 1)
    facts.violate(8, `${name} went from revision ${before.rev} to ${after.rev}`);
  checkMove(facts, before, after);
  if (before.expired_at !== undefined && after.payment_status !== before.payment_status && !before.charge)
    facts.violate(8, `${name} was ended and went on to ${after.payment_status}`);
  if (after.routing !== before.routing && JSON.stringify(after.routing) !== JSON.stringify(before.routing))
    facts.violate(11, `the route of ${name} changed`);
  if (
    after.attempts.length < before.attempts.length ||
    after.amount !== before.amount ||
    after.currency !== before.currency ||
    after.order !== before.order
  )
    facts.violate(8, `${name} lost an attempt or changed its money`);
};

/** Every plan can be made again from what is stored with it. */
const checkDraws = (facts: Facts, { id, routing }: Session): void => {
  for (const { plan, draw } of [routing, ...Object.values(routing.plan_by_brand ?? {})])
    if (!draw || planOfDraw(id, draw).join() !== plan.join())
      facts.violate(11, `session ${id} is planned for ${plan.join(', ')}, and its draw says otherwise`);
  const { wallet_plan = [], draw = [] } = routing;
  const taking = draw.filter(([psp]) => wallet_plan.includes(psp));
  if (planOfDraw(walletDraw(id), taking).join() !== wallet_plan.join())
    facts.violate(
      11,
      `session ${id}: its wallets are planned for ${wallet_plan.join(', ')}, its draw says otherwise`,
    );
};

/** Nothing moves further than the rule allows, to nobody but those who are well, and nothing at all if nobody is. */
const checkShift = (facts: Facts, { id, routing: { draw = [], health } }: Session): void => {
  if (!health) return;
  const own = draw.map(([psp, weight]) => health.adjusted.find((one) => one.psp === psp)?.weight ?? weight);
  const total = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);
  const [before, after] = [total(own), total(draw.map(([, weight]) => weight))];
  const moved = draw.map(([, weight], index) => (own[index] ?? 0) / before - weight / after);
  const points = 100 * total(moved.filter((part) => part > 0));
  if (points > steering.max_shift + 1e-6)
    facts.violate(11, `session ${id}: ${points.toFixed(1)} points of the draw are shifted`);
  const drawn = draw.filter((_, index) => (own[index] ?? 0) > 0);
  if (health.adjusted.length > 0 && health.adjusted.length === drawn.length)
    facts.violate(11, `session ${id} is shifted although nobody is well`);
};

/** The arm is the version that planned it, and a share that grows takes no session away from the candidate. */
const checkArm = (facts: Facts, { id, routing: { arm, rollout, version } }: Session): void => {
  if (!arm || !rollout) return;
  if ((arm === 'candidate') !== (version === rollout.version))
    facts.violate(11, `session ${id} is planned by version ${version}, and its arm is ${arm}`);
  for (const step of facts.rollouts.get(rollout.version) ?? []) {
    const percent = step.candidate?.percent ?? 0;
    const then = chooseArm(step, id).kept?.arm;
    const stays = arm === 'candidate' ? percent >= rollout.percent : percent <= rollout.percent;
    if (stays && then !== arm)
      facts.violate(11, `session ${id} is ${arm} at ${rollout.percent} % and ${then} at ${percent} %`);
  }
};

const checkMove = (facts: Facts, before: Session, after: Session): void => {
  const [from, to] = [before.payment_status, after.payment_status];
  if (from === to || sessionMoves[from].includes(to)) return;
  // What a PSP took back of a capture is the one thing that un-pays.
  const charge = before.charge ?? '';
  if (from === 'paid' && to !== 'unpaid' && (facts.takenBack.get(charge) ?? 0) > 0) return;
  // Where events are all that is told, a void may be heard of before the captures that went before it.
  const psp = facts.charges.get(charge)?.psp ?? '';
  if (from === 'canceled' && to === 'paid' && !hasLookUp(facts, psp) && facts.peaks.get(charge)) return;
  if (facts.misjudged.has(charge)) return;
  facts.violate(8, `session ${after.id} went from ${from} to ${to}`);
};

/** Session and charge tell the same once a commit that wrote both is through. */
export const checkPair = (facts: Facts, written: Charge | undefined): void => {
  const session = written && facts.sessions.get(written.session);
  if (!session || facts.now() > session.expires_at * 1000 + kept_ms) return;
  const charge = session.charge === null ? undefined : facts.charges.get(session.charge);
  const agree =
    charge === undefined
      ? session.payment_status === 'unpaid'
      : agreeing[session.payment_status].includes(charge.status);
  if (!agree)
    facts.violate(
      2,
      `session ${session.id} is ${session.payment_status} with charge ${charge?.id} ${charge?.status}`,
    );
};

/** From when on a session may be gone, and its charge goes on alone. */
const kept_ms = 30 * 86_400_000;

const agreeing: Readonly<Record<PaymentStatus, readonly ChargeStatus[]>> = {
  unpaid: [],
  processing: ['pending', 'needs_review'],
  requires_action: ['requires_action', 'needs_review'],
  authorized: ['authorized', 'capturing', 'canceling', 'needs_review'],
  paid: ['captured'],
  canceled: ['canceled'],
};
