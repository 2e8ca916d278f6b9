import type { World } from '../world.ts';
import { captureFor, captureOf } from './captures-of.ts';
import { type LedgerDispute, type LedgerPayment, refundable } from './ledger.ts';
import { canBeAsked, captureFailsLater, mayFailLate, newOperation, settleOperation } from './operations.ts';
import type { PspServer } from './psp-server.ts';

/** What happens to a new payment without this service: in the PSP's dashboard, at the bank, at the scheme. */
export const happenElsewhere = (world: World, server: PspServer, payment: LedgerPayment): void => {
  const { faults, time } = world;
  const later = (run: () => void): void => time.after(drawDelay(world), run);
  if (payment.manual) {
    if (faults.hits('hold_expires')) later(() => letGo(world, server, payment, 'expired'));
    if (faults.hits('dashboard_void')) later(() => voidElsewhere(world, server, payment));
    if (faults.hits('dashboard_capture')) later(() => captureElsewhere(world, server, payment, true));
    if (faults.hits('dashboard_capture_refused'))
      later(() => captureElsewhere(world, server, payment, false));
  }
  if (faults.hits('dashboard_refund')) later(() => refundElsewhere(world, server, payment));
  if (faults.hits('disputed')) later(() => openDispute(world, server, payment));
};

/** The same while a capture, cancel or refund of this service is being worked on. */
export const meetOperation = (world: World, server: PspServer, payment: LedgerPayment): void => {
  const { faults, random, time } = world;
  const soon = (run: () => void): void => time.after(random.below(90_000), run);
  if (faults.hits('hold_expires')) soon(() => letGo(world, server, payment, 'expired'));
  if (faults.hits('dashboard_capture')) soon(() => captureElsewhere(world, server, payment, true));
  if (faults.hits('dashboard_capture_refused')) soon(() => captureElsewhere(world, server, payment, false));
  if (faults.hits('dashboard_refund')) soon(() => refundElsewhere(world, server, payment));
};

/** Within seconds, within minutes, or when nobody thinks of it any more. */
const drawDelay = ({ random, horizon_ms }: World): number =>
  random.below(random.pick([3_000, 600_000, 2_700_000, horizon_ms]));

/** The hold ends without being captured; of one that was captured in part, the rest of it. */
export const letGo = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  how: 'voided' | 'expired',
): void => {
  if (payment.hold !== undefined) return;
  if (payment.status === 'captured' && payment.manual) {
    payment.hold = how;
    if (!canBeAsked(server) && payment.captured < payment.authorized)
      world.time.after(world.random.between(2, 24) * 3_600_000, () => reportRestIsGone(server, payment, how));
  }
  if (payment.status !== 'authorized') return;
  payment.hold = how;
  payment.status = 'canceled';
  server.changed(payment);
  server.reportPayment(payment);
};

/** Told as the end of any hold, however much of it was captured, long after the captures were. */
const reportRestIsGone = (server: PspServer, payment: LedgerPayment, hold: 'voided' | 'expired'): void => {
  const { id: psp_reference, reference, authorized: amount, currency } = payment;
  server.emit({
    reference,
    psp_reference,
    money: { amount, currency },
    claim: { about: 'authorization', result: { outcome: 'canceled', psp_reference, hold } },
  });
};

const voidElsewhere = (world: World, server: PspServer, payment: LedgerPayment): void => {
  if (payment.status !== 'authorized') return;
  settleOperation(
    world,
    server,
    payment,
    newOperation(server, payment, { kind: 'cancel', amount: payment.authorized }),
    true,
  );
};

export const captureElsewhere = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  works: boolean,
): void => {
  const { random } = world;
  const more = server.profile.captures === 'many' && payment.status === 'captured' && payment.manual;
  const left = payment.authorized - payment.captured;
  if (payment.hold !== undefined || left <= 0 || !(payment.status === 'authorized' || more)) return;
  const amount = random.chance(0.5) ? left : random.between(1, left);
  const capture = newOperation(server, payment, { kind: 'capture', amount });
  settleOperation(world, server, payment, capture, works);
  if (works && world.faults.hits('dashboard_capture_fails'))
    captureFailsLater(world, server, payment, capture);
};

/** Out of what the PSP has left, whatever this service has reserved of it. */
const refundElsewhere = (world: World, server: PspServer, payment: LedgerPayment): void => {
  const { random, time } = world;
  const left = refundableAtOnce(server, payment);
  if (left <= 0) return;
  const amount = random.chance(0.4) ? left : random.between(1, left);
  const operation = newOperation(server, payment, {
    kind: 'refund',
    amount,
    ...captureOf(server.profile, payment, amount),
  });
  const works = random.chance(0.9);
  const settle = (): void => {
    settleOperation(world, server, payment, operation, works);
    mayFailLate(world, server, payment, operation);
  };
  if (random.chance(0.5)) settle();
  else time.after(random.between(1, 3_600) * 1000, settle);
};

/** All that is held or left of it goes back, at once. */
export const giveBack = (world: World, server: PspServer, payment: LedgerPayment): void => {
  voidElsewhere(world, server, payment);
  for (
    let amount = refundableAtOnce(server, payment);
    amount > 0;
    amount = refundableAtOnce(server, payment)
  ) {
    const made = { kind: 'refund', amount, ...captureOf(server.profile, payment, amount) } as const;
    settleOperation(world, server, payment, newOperation(server, payment, made), true);
  }
};

/** The most that one refund can return. */
const refundableAtOnce = ({ profile }: PspServer, payment: LedgerPayment): number => {
  const left = refundable(payment);
  return profile.account.capabilities.refund.per_capture
    ? Math.min(left, captureFor(payment, { amount: left })?.left ?? 0)
    : left;
};

const openDispute = (world: World, server: PspServer, payment: LedgerPayment): void => {
  const { random } = world;
  const left = refundable(payment);
  if (left <= 0) return;
  const dispute: LedgerDispute = {
    id: server.newId('dispute'),
    amount: random.chance(0.7) ? left : random.between(1, left),
    stage: random.pick(['dispute', 'dispute', 'inquiry']),
    status: 'open',
  };
  payment.disputes.push(dispute);
  contest(world, server, payment, dispute);
  if (payment.unreadable_until === undefined && world.faults.hits('dispute_nonsense'))
    world.time.after(random.between(2, 24) * 3_600_000, () =>
      reportDispute(server, payment, { ...dispute, amount: random.pick([-100, -1, 0, 1.5]) }),
    );
};

/** The amount is away until the dispute is won. What was won may be opened again at the next stage. */
const contest = (world: World, server: PspServer, payment: LedgerPayment, dispute: LedgerDispute): void => {
  const { random, time } = world;
  turnDispute(server, payment, dispute, 'open');
  time.after(random.pick([5_000, 600_000, 86_400_000]), () => {
    turnDispute(server, payment, dispute, random.pick(['won', 'lost', 'lost', 'closed']));
    if (server.profile.times_disputes && world.faults.hits('dispute_reopened')) {
      reopen(world, server, payment, dispute);
      return;
    }
    const later = stageAfter[dispute.stage];
    if (dispute.status === 'lost' || later === undefined || random.chance(0.5)) return;
    time.after(random.pick([1_000, 86_400_000]), () => {
      if (refundable(payment) < dispute.amount) return;
      dispute.stage = later;
      contest(world, server, payment, dispute);
    });
  });
};

/** Opened again under its id, perhaps at an earlier stage: only the PSP's time tells that from what is old. */
const reopen = (world: World, server: PspServer, payment: LedgerPayment, dispute: LedgerDispute): void => {
  const { random, time } = world;
  time.after(random.pick([1_000, 600_000, 86_400_000]), () => {
    if (dispute.status !== 'lost' && refundable(payment) < dispute.amount) return;
    dispute.stage = random.pick(['inquiry', 'dispute', 'arbitration']);
    contest(world, server, payment, dispute);
  });
};

/** A dispute is opened, or ends. */
export const turnDispute = (
  server: PspServer,
  payment: LedgerPayment,
  dispute: LedgerDispute,
  status: LedgerDispute['status'],
): void => {
  const isAway = dispute.status === 'lost';
  dispute.status = status;
  if (status === 'open' && !isAway) payment.disputed += dispute.amount;
  if (status === 'won' || status === 'closed') payment.disputed -= dispute.amount;
  server.changed(payment);
  reportDispute(server, payment, dispute);
};

const stageAfter = { inquiry: 'dispute', dispute: 'arbitration', arbitration: undefined } as const;

const reportDispute = (
  server: PspServer,
  payment: LedgerPayment,
  { id, amount, status, stage }: LedgerDispute,
): void =>
  server.emit({
    reference: payment.reference,
    psp_reference: payment.id,
    operation_reference: id,
    money: { amount, currency: payment.currency },
    claim: {
      about: 'dispute',
      dispute: { psp_reference: id, status, stage, reason: 'fraudulent', ...timeOf(server) },
    },
  });

/** As it is signed: in whole seconds. */
const timeOf = ({ profile, now }: PspServer): { readonly as_of?: number } =>
  profile.times_disputes ? { as_of: Math.floor(now() / 1000) * 1000 } : {};
