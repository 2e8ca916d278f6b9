import type { Charge } from '../../../lib/types/charge.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { Idempotency } from '../../../lib/types/result.ts';
import type { MemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { type OpenThing, openThings } from '../open-things.ts';
import type { PspServer } from '../psp/psp-server.ts';
import { toDecide, toOperate } from '../requests.ts';
import type { Service } from '../service.ts';
import type { World } from '../world.ts';
import { misjudge } from './misjudge.ts';
import { reportTruth } from './report-truth.ts';
import { operationOf, type Verdict, verdictOn } from './verdict.ts';

export type Reviewed = {
  readonly store: MemoryPaymentStore;
  readonly service: Service;
  readonly servers: ReadonlyMap<string, PspServer>;
  readonly poisoned: ReadonlySet<string>;
  /** Sometimes takes the one end for the other, or the one amount for another. */
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
/** How long what was decided wrongly stands. */
const until_truth_ms = 3_600_000;

const decide = (world: World, reviewed: Reviewed, id: string, thing: OpenThing): void => {
  const { store, service, servers, errs } = reviewed;
  const charge = store.charges.get(id);
  const server = charge && servers.get(charge.psp);
  const still = charge && openThings(charge).find(({ operation }) => operation === thing.operation);
  if (!charge || !server || !still?.needs_review) return;
  const truth = verdictOn(world, server, id, thing);
  if (!truth) return;
  const { random, checker, time } = world;
  const wrong = errs && random.chance(0.5) ? misjudge({ random, server, charge, thing }, truth) : undefined;
  if (wrong || isAboutAnother(server, thing, truth)) checker.misjudged(id);
  else if (thing.kind === 'attempt' && truth.outcome !== 'captured' && truth.outcome !== 'succeeded')
    checker.decidedByPerson(id);
  const decision = toDecide({
    charge: id,
    ...defined({ operation: thing.operation }),
    ...(wrong ?? truth),
    note: 'as the books say',
    by: 'key_reviewer',
    revision: charge.rev,
    ...(random.chance(0.8) ? { idempotency: keyOf(charge, thing, wrong ?? truth) } : {}),
  });
  service.invoke(decision, nobody, nobody);
  if (decision.idempotency && random.chance(0.3))
    time.after(random.between(100, 60_000), () => service.invoke(decision, nobody, nobody));
  if (thing.kind === 'capture' && (wrong ?? truth).outcome === 'failed' && random.chance(0.5))
    time.after(random.below(2 * until_truth_ms), () => captureAnew(world, reviewed, id));
  if (wrong) time.after(until_truth_ms, () => reportTruth(world, service, server, id, thing));
};

const keyOf = ({ id, rev }: Charge, { operation }: OpenThing, verdict: Verdict): Idempotency => ({
  key: `decide-${id}-${operation}-${rev}`,
  hash: JSON.stringify(verdict),
  view: 'full',
});

/** The merchant captures what is said to be held still. */
const captureAnew = ({ random }: World, { store, service }: Reviewed, id: string): void => {
  const charge = store.charges.get(id);
  if (charge?.status !== 'authorized') return;
  const amount = random.chance(0.5) ? undefined : random.between(1, charge.amount);
  service.invoke(toOperate('capture', id, amount), nobody, nobody);
};

/** The hold is gone, and not by this cancel: that it has failed may be told later, before what released the hold. */
const isAboutAnother = (server: PspServer, thing: OpenThing, { outcome }: Verdict): boolean =>
  thing.kind === 'cancel' && outcome === 'canceled' && operationOf(server, thing)?.status !== 'succeeded';

const nobody = (): void => undefined;
