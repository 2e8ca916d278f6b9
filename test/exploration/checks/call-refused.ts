import type { Charge } from '../../../lib/types/charge.ts';
import { vaultFailures } from '../../../lib/types/vault-failure.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import type { ProcessNode } from '../engine/process-tree.ts';
import type { Request } from '../engine/request.ts';
import type { PspCall } from '../psp/call.ts';
import { callOf } from '../vault/call-of.ts';
import type { World } from '../world.ts';
import { first, hasMoney, holdersOf, paymentOf } from './books-agree.ts';

/** What is wrong with a process's new requests at the moment it makes them. */
export const wrongRequest = (world: World, node: ProcessNode, news: readonly Request[]): string | undefined =>
  first(news, (request) => {
    if (request.port === 'psp') return wrongCall(world, node, request.call);
    if (request.port === 'forward') return wrongForward(world, node, request.request);
    if (request.port !== 'store' || request.method !== 'commit') return undefined;
    const write = request.args[0][0]?.item.write;
    return write !== undefined && node.writes.includes(write)
      ? `[8] write ${write} is made a second time, of something else`
      : undefined;
  });

/** The same of what goes through the vault; and once that has failed, no other PSP is tried with it. */
const wrongForward = (world: World, node: ProcessNode, request: ForwardRequest): string | undefined => {
  const [, former = '', cause = ''] =
    node.received.findLast((line) => line.startsWith('forward '))?.split(' ') ?? [];
  return vaultFailures.some((failure) => failure === cause) && former !== request.attempt
    ? `[0] ${request.attempt} was tried after the vault had failed for ${former}`
    : wrongCall(world, node, callOf(request));
};

/** What goes out is recorded, and goes where its charge is held. */
const wrongCall = (world: World, { spec }: ProcessNode, call: PspCall): string | undefined => {
  const { psp, kind, attempt, operation } = call;
  const name = `${kind} ${operation?.id ?? attempt.reference} at ${psp}`;
  const charge = world.store.charges.get(attempt.reference);
  if (!charge) return `[6] ${name}: there is no charge ${attempt.reference}`;
  if (charge.psp !== psp) return `[4] ${name}: the charge is held by ${charge.psp}`;
  if (
    charge.amount !== attempt.amount ||
    charge.currency !== attempt.currency ||
    charge.started !== attempt.started
  )
    return `[6] ${name}: not as its charge was recorded`;
  if (kind === 'authorize') return wrongAttempt(world, spec.work.kind, name, charge);
  if (!operation) return undefined;
  const recorded = amountOf(charge, kind, operation.id);
  return recorded === operation.amount
    ? undefined
    : `[6] ${name}: ${operation.amount} sent, ${recorded ?? 'nothing'} recorded`;
};

/** Only a confirm holds a card, and another payment of the session or its order must not be there. */
const wrongAttempt = (world: World, by: string, name: string, charge: Charge): string | undefined => {
  if (by !== 'confirm') return `[6] ${name}: sent by ${by}, which holds no card`;
  const session = world.store.sessions.get(charge.session);
  if (!session?.routing.plan.includes(charge.psp)) return `[11] ${name}: not in the plan of its session`;
  const holders = holdersOf(world, charge);
  return first(world.store.charges.values(), (other) => {
    if (other.id === charge.id || !holdersOf(world, other).some((holder) => holders.includes(holder)))
      return undefined;
    const payment = paymentOf(world, other);
    return payment && hasMoney(payment) && !payment.late
      ? `[7] ${name}: ${other.id} has the money at ${other.psp}`
      : undefined;
  });
};

const amountOf = (charge: Charge, kind: PspCall['kind'], id: string): number | undefined => {
  if (charge.reversal?.id === id) return charge.reversal.amount;
  switch (kind) {
    case 'refund':
      return charge.refunds[id]?.amount;
    case 'capture':
    case 'cancel':
      return charge[kind]?.id === id ? charge[kind].amount : undefined;
    default:
      return undefined;
  }
};
