import type { HeldEvent } from '../../types/held-event.ts';
import { inParallel } from '../../types/in-parallel.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { chargeOf } from '../webhooks/charge-of.ts';
import { nextLook } from '../webhooks/hold-event.ts';
import { takeEvent } from '../webhooks/take-event.ts';

const atOnce = 8;
/** When an event is looked at again that a charge could not take. */
const again_ms = 7_200_000;
/** None is looked at with less time than this. */
const leastForLook_ms = 10_000;

/** Takes up the held events that are due, one page: applies each to its charge, which may have learnt its payment's id, or have space for it, by now. */
export const retryHeld = async (ports: PaymentPorts): Promise<void> => {
  const due = await ports.store.heldEvents(ports.clock.now());
  await inParallel(due, atOnce, async (held) => {
    if (ports.deadline - ports.clock.now() > leastForLook_ms) await retry(ports, held);
  });
};

const retry = async (ports: PaymentPorts, held: HeldEvent): Promise<void> => {
  const { store, clock, log } = ports;
  try {
    await store.replaceHeld({ ...held, due_at: await lookAt(ports, held) });
  } catch (error) {
    log({
      event: 'recovery_failed',
      psp: held.psp,
      error: error instanceof Error ? error.name : 'unknown',
    });
    const due_at = nextLook(held.at, clock.now()) ?? clock.now() + again_ms;
    await store.replaceHeld({ ...held, due_at }).catch(() => {});
  }
};

/** Resolves to when it has to be looked at again: never, once it has been applied, or nobody can be waiting for it any more. */
const lookAt = async (
  ports: PaymentPorts,
  { psp: account, event, at }: HeldEvent,
): Promise<number | undefined> => {
  const psp = ports.psps.connect(account);
  const charge = await chargeOf(ports.store, account, event);
  if (psp && charge) {
    await takeEvent(ports, psp, charge, event);
    return undefined;
  }
  const next = nextLook(at, ports.clock.now());
  if (next === undefined) ports.log({ event: 'webhook_not_ours', psp: account, about: event.claim.about });
  return next;
};
