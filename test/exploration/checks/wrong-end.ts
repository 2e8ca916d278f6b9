import type { Charge } from '../../../lib/types/charge.ts';
import type { Session } from '../../../lib/types/session.ts';
import { isPlainlyForeign } from '../../simulation/checker/check-books.ts';
import { openThings } from '../../simulation/open-things.ts';
import { profileIn, type Setting, type World } from '../world.ts';
import { first, hasMoney, holdersOf, paymentOf, paymentsOf } from './books-agree.ts';

/** What is wrong once nothing can happen any more: all clocks have run out and recovery has nothing left to look at. */
export const wrongEnd = (setting: Setting, world: World): string | undefined =>
  first(world.store.charges.values(), (charge) => wrongCharge(setting, world, charge)) ??
  first(world.store.sessions.values(), (session) => wrongSession(world, session)) ??
  paidTwice(world) ??
  first(paymentsOf(world), ({ reference }) =>
    world.store.charges.has(reference) ? undefined : `[2] payment ${reference} is nobody's`,
  );

const wrongCharge = (setting: Setting, world: World, charge: Charge): string | undefined => {
  const name = `charge ${charge.id} at ${charge.psp} is ${charge.status}`;
  return (
    wrongState(setting, world, charge, name) ??
    first(
      [
        charge.capture?.remembered,
        charge.cancel?.remembered,
        ...Object.values(charge.refunds).map(({ remembered }) => remembered),
      ],
      (remembered) =>
        remembered && !remembered.answer ? `[5] ${remembered.key} is in use for ever` : undefined,
    )
  );
};

const wrongState = (setting: Setting, world: World, charge: Charge, name: string): string | undefined => {
  if (openThings(charge).length > 0) return wrongReview(setting, world, charge, name);
  return charge.recover_at === undefined
    ? wrongBooks(world, charge, name)
    : `[14] ${name}, nothing is open, and it is still listed`;
};

/** Open for good: only what could not be found out, and a person knows of it. */
const wrongReview = (setting: Setting, world: World, charge: Charge, name: string): string | undefined => {
  if (!world.said.has(`review ${charge.id}`)) return `[9] ${name} and nobody was told`;
  const payment = paymentOf(world, charge);
  const { look_up, idempotency } = profileIn(setting, charge.psp).account.capabilities;
  return first(openThings(charge), ({ kind, operation, needs_review }) => {
    const what = `${name}: its ${kind} ${operation ?? ''} is open`;
    if (!needs_review) return `[9] ${what} and needs no review`;
    const known = payment?.operations.find(({ ours }) => ours === operation);
    // Where no key tells a repeat from a second order, only a person can rule out what may still come.
    const unruled = operation !== undefined && known === undefined && idempotency.kind === 'none';
    return look_up && known?.status !== 'pending' && !unruled
      ? `[9] ${what} although its PSP could be asked: ${payment?.status ?? 'nothing'}`
      : undefined;
  });
};

const wrongBooks = (world: World, charge: Charge, name: string): string | undefined => {
  const payment = paymentOf(world, charge);
  if (charge.status === 'failed' || charge.status === 'canceled')
    return payment && hasMoney(payment) ? `[2] ${name}: the PSP has ${payment.status}` : undefined;
  const captured = payment?.captured ?? 0;
  if (charge.amount_captured !== captured)
    return `[2] ${name} with ${charge.amount_captured}, the PSP has ${captured}`;
  if (charge.status === 'authorized' && payment?.status !== 'authorized')
    return `[2] ${name}, the PSP has ${payment?.status ?? 'nothing'}`;
  const given_back = charge.amount_captured - charge.amount_refundable;
  if (payment && payment.refunded !== given_back)
    return `[3] ${name}: ${given_back} given back, the PSP has ${payment.refunded}`;
  const foreign = payment?.operations.find((operation) => isPlainlyForeign(charge, operation));
  if (foreign && !charge.external)
    return `[2] ${name}: nothing says that ${foreign.kind} ${foreign.id} was made elsewhere`;
  return first(payment?.operations ?? [], ({ kind, ours, status }) => {
    if (kind !== 'refund' || ours === undefined) return undefined;
    const said = charge.refunds[ours]?.status;
    return said === status ? undefined : `[2] ${name}: refund ${ours} is ${said}, the PSP has ${status}`;
  });
};

const wrongSession = ({ store }: World, { id, confirmations, attempts }: Session): string | undefined => {
  const unanswered = confirmations.find(({ answer }) => !answer);
  if (unanswered) return `[5] session ${id}: ${unanswered.key} is in use for ever`;
  const charges = [...store.charges.values()].filter(({ session }) => session === id);
  return charges.length === attempts.length ? undefined : `[6] session ${id} does not name all its attempts`;
};

/** In the end not even what came too late: it has gone back, or a person knows of it. */
const paidTwice = (world: World): string | undefined => {
  const holders = new Set<string>();
  return first(paymentsOf(world), (payment) => {
    if (!hasMoney(payment) || world.said.has(`review ${payment.reference}`)) return undefined;
    return first(holdersOf(world, payment), (holder) => {
      if (holders.has(holder)) return `[1] ${holder} is paid twice in the end`;
      holders.add(holder);
      return undefined;
    });
  });
};
