import type { MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import { type OpenThing, openThings } from './open-things.ts';
import { giveBack } from './psp/elsewhere.ts';
import { isLive, type LedgerOperation, shownAt } from './psp/ledger.ts';
import { tellOperation } from './psp/operations.ts';
import type { PspServer } from './psp/psp-server.ts';
import { toDecide, toRefresh } from './requests.ts';
import type { Invocation, Service } from './service.ts';
import type { World } from './world.ts';

export type Reviewed = {
  readonly store: MemoryPaymentStore;
  readonly service: Service;
  readonly servers: ReadonlyMap<string, PspServer>;
  readonly poisoned: ReadonlySet<string>;
  /** Sometimes takes the one end for the other. */
  readonly errs: boolean;
};

/** A person who looks at the PSP's books and decides what recovery left open. `look` takes up what is new. */
export const createReviewer = (world: World, reviewed: Reviewed): { readonly look: () => void } => {
  const { time, random } = world;
  const { store, poisoned } = reviewed;
  const taken = new Map<string, number>();
  return {
    look: () => {
      for (const charge of store.charges.values()) {
        if (charge.recover_at === undefined || poisoned.has(charge.session)) continue;
        for (const thing of openThings(charge)) {
          const name = `${charge.id}/${thing.operation ?? ''}`;
          const times = taken.get(name) ?? 0;
          if (!thing.needs_review || times === mostTimes) continue;
          if (times * patience_ms > time.now() - charge.started) continue;
          taken.set(name, times + 1);
          time.after(random.between(60, 7_200) * 1000, () => decide(world, reviewed, charge.id, thing));
        }
      }
    },
  };
};

/** A person comes back to what could not be decided, or was answered with an error, so often and after so long. */
const mostTimes = 4;
const patience_ms = 86_400_000;

type Verdict = {
  readonly outcome: 'captured' | 'canceled' | 'failed' | 'succeeded' | 'absent';
  readonly amount?: number;
  readonly psp_reference?: string;
};

const decide = (world: World, reviewed: Reviewed, id: string, thing: OpenThing): void => {
  const { store, service, servers, errs } = reviewed;
  const charge = store.charges.get(id);
  const server = charge && servers.get(charge.psp);
  const still = charge && openThings(charge).find(({ operation }) => operation === thing.operation);
  if (!charge || !server || !still?.needs_review) return;
  const truth =
    thing.kind === 'attempt' ? verdictOnAttempt(world, server, id) : verdictOnOperation(server, id, thing);
  if (!truth) return;
  const wrong =
    errs && world.random.chance(0.5) && comesOut(server, thing)
      ? opposite(truth, charge.refunds[thing.operation ?? '']?.amount)
      : undefined;
  const decided = wrong ?? truth;
  if (wrong) world.checker.misjudged(id);
  else if (thing.kind === 'attempt' && truth.outcome !== 'captured') world.checker.toldByPerson(id);
  ask(
    service,
    toDecide({
      charge: id,
      ...(thing.operation === undefined ? {} : { operation: thing.operation }),
      ...decided,
      note: 'as the books say',
      by: 'key_reviewer',
      revision: charge.rev,
    }),
  );
  if (wrong) world.time.after(3_600_000, () => tellTruth(world, reviewed, id, thing));
};

const ask = (service: Service, invocation: Invocation): void => service.invoke(invocation, nobody, nobody);

const nobody = (): void => undefined;

/** Money of another amount, or taken twice, goes back by hand first; undefined while the customer may still come back, or a dispute holds it. */
const verdictOnAttempt = (world: World, server: PspServer, reference: string): Verdict | undefined => {
  const payments = server.ledger.payments.get(reference) ?? [];
  if (payments.some(({ status }) => status === 'requires_action')) return undefined;
  const [payment, second] = payments;
  if (payment?.status === 'captured' && !payment.mismatch && !second && payment.refunded === 0)
    return { outcome: 'captured', amount: payment.captured, psp_reference: payment.id };
  for (const other of payments) giveBack(world, server, other);
  if (
    payments.some(
      ({ status, disputes }) =>
        status === 'captured' && disputes.some((dispute) => dispute.status === 'open'),
    )
  )
    return undefined;
  if (!payment) return { outcome: 'absent' };
  return { outcome: payment.status === 'declined' ? 'failed' : 'canceled', psp_reference: payment.id };
};

const operationOf = (server: PspServer, thing: OpenThing): LedgerOperation | undefined => {
  const kinds = thing.kind === 'reversal' ? (['refund', 'cancel'] as const) : [thing.kind];
  return kinds.map((kind) => server.ledger.operations.get(`${kind}/${thing.operation}`)).find(Boolean);
};

/** Undefined while the PSP itself is still at it. */
const verdictOnOperation = (server: PspServer, reference: string, thing: OpenThing): Verdict | undefined => {
  const operation = operationOf(server, thing);
  if (operation?.status === 'pending') return undefined;
  // What was to be released is gone, whoever released it.
  if (thing.kind === 'cancel' && server.paymentOf(reference)?.status === 'canceled')
    return { outcome: 'canceled' };
  const payment = server.paymentOf(reference);
  if (thing.kind === 'reversal' && payment && !isLive(payment)) return { outcome: 'succeeded' };
  if (operation?.status !== 'succeeded') return { outcome: 'failed' };
  const amount = operation.kind === 'cancel' ? {} : { amount: operation.amount };
  return { outcome: 'succeeded', ...amount, psp_reference: operation.id };
};

/** Whether what is decided wrongly about a refund can come to light, by a list of refunds or by an event: not what the PSP never had. */
const comesOut = (server: PspServer, thing: OpenThing): boolean =>
  thing.kind === 'refund' && operationOf(server, thing) !== undefined;

const opposite = ({ outcome }: Verdict, amount = 0): Verdict =>
  outcome === 'succeeded' ? { outcome: 'failed' } : { outcome: 'succeeded', amount };

/** What was decided wrongly comes out: by the PSP's look-up, or by the event that had not come. */
const tellTruth = (
  world: World,
  { service, servers, store }: Reviewed,
  id: string,
  thing: OpenThing,
): void => {
  const server = servers.get(store.charges.get(id)?.psp ?? '');
  const payment = server?.paymentOf(id);
  const operation = server && operationOf(server, thing);
  if (server?.profile.account.capabilities.refund.look_up) ask(service, toRefresh(id));
  else if (server && payment && operation && shownAt(operation.shown, world.time.now()) !== undefined)
    tellOperation(world, server, payment, operation);
};
