import type { OpenThing } from '../open-things.ts';
import { letGo } from '../psp/elsewhere.ts';
import { shownAt } from '../psp/ledger.ts';
import { reportOperation } from '../psp/operations.ts';
import type { PspServer } from '../psp/psp-server.ts';
import { toRefresh } from '../requests.ts';
import type { Service } from '../service.ts';
import type { World } from '../world.ts';
import { operationOf } from './verdict.ts';

const hour_ms = 3_600_000;

/** What was decided wrongly comes out: by the PSP's look-up, or by the event that had not come, which may come more than once. */
export const reportTruth = (
  world: World,
  service: Service,
  server: PspServer,
  reference: string,
  thing: OpenThing,
): void => {
  const { random, time, checker } = world;
  const { capabilities } = server.profile.account;
  const payment = server.paymentOf(reference);
  if (payment) payment.unreadable_until = undefined;
  checker.truthReported(reference, thing);
  if (thing.kind === 'refund' ? capabilities.refund.look_up : capabilities.look_up) {
    service.invoke(toRefresh(reference), nobody, nobody);
    return;
  }
  reportByEvent(world, server, reference, thing);
  if (random.chance(0.3))
    time.after(random.between(1, 48) * hour_ms, () => reportByEvent(world, server, reference, thing));
};

const nobody = (): void => undefined;

const reportByEvent = (world: World, server: PspServer, reference: string, thing: OpenThing): void => {
  const payment = server.paymentOf(reference);
  if (!payment) return;
  const copies = world.random.chance(0.3) ? 2 : 1;
  const operation = operationOf(server, thing);
  if (thing.kind === 'attempt') server.reportPayment(payment, copies);
  else if (!operation) letGo(world, server, payment, 'expired');
  else if (shownAt(operation.shown, world.time.now()) !== undefined)
    reportOperation(world, server, payment, operation, copies);
};
