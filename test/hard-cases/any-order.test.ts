import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Charge } from '../../lib/types/charge.ts';
import { defined } from '../../lib/types/defined.ts';
import type { PspEvent } from '../../lib/types/psp.ts';
import { captureFor } from '../simulation/psp/captures-of.ts';
import { type PspKind, profileOf, pspNames } from '../simulation/psp/draw-profile.ts';
import { type LedgerPayment, refundable } from '../simulation/psp/ledger.ts';
import { authorized, captured, type OneCharge, unanswered } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';

/** What can happen to a charge: at its PSP, unless it is `our_…`. What its PSP would not do is passed over. */
const acts: Readonly<Record<string, (one: OneCharge, amount: number, payment: LedgerPayment) => unknown>> = {
  capture: ({ scene, psp, id }, amount, payment) => {
    const more = profileOf(psp).captures === 'many' && payment.status === 'captured' && payment.manual;
    const left = payment.authorized - payment.captured;
    const can = payment.hold === undefined && (payment.status === 'authorized' || more) && left > 0;
    return can && scene.elsewhere(psp, id, 'capture', Math.min(amount, left));
  },
  void: ({ scene, psp, id }, _, { status }) => status === 'authorized' && scene.elsewhere(psp, id, 'cancel'),
  refund: ({ scene, psp, id }, amount, payment) => {
    const of = profileOf(psp).account.capabilities.refund.per_capture
      ? (captureFor(payment, { amount })?.left ?? 0)
      : refundable(payment);
    const left = Math.min(of, refundable(payment));
    return left > 0 && scene.elsewhere(psp, id, 'refund', Math.min(amount, left));
  },
  // Of late money it is passed over: its refund is refused then, and whoever checks the calls counts it as a second return.
  capture_fails: ({ scene, psp, id, charge }, _, payment) => {
    if (charge().status === 'failed') return undefined;
    const followed = !payment.operations.some(({ kind }) => kind === 'capture');
    if (!followed) return scene.takeBack(psp, id, 'capture');
    const isWhole = payment.status === 'captured' && payment.captured === refundable(payment);
    return isWhole && scene.automaticFails(psp, id);
  },
  recapture: ({ scene, psp, id }) => psp === 'adyen' && scene.recapture(psp, id),
  refund_fails: ({ scene, psp, id }) => scene.takeBack(psp, id, 'refund'),
  hold_expires: ({ scene, psp, id }) => scene.lapse(psp, id),
  dispute_won: ({ scene, psp, id }, amount, payment) =>
    payment.disputes.length === 0 &&
    refundable(payment) > 0 &&
    scene.dispute(psp, id, Math.min(amount, refundable(payment)))('won'),
  our_capture: ({ scene, psp, id }, amount) => {
    const { partial } = profileOf(psp).account.capabilities.capture;
    scene.operate('capture', id, partial ? amount : undefined);
    return scene.pass(20_000);
  },
  our_cancel: ({ scene, id }) => {
    scene.operate('cancel', id);
    return scene.pass(20_000);
  },
  our_refund: ({ scene, id }, amount) => {
    scene.refund(id, amount);
    return scene.pass(20_000);
  },
  ten_minutes_pass: ({ scene }) => scene.pass(600_000),
};

/** `open`: the response of the call that made the payment was lost. `late`: the payment was made after the attempt had been given up. */
type Story = {
  readonly begins?: 'open' | 'late';
  readonly manual: boolean;
  readonly happens: readonly (readonly [act: keyof typeof acts, amount: number])[];
};

const stories: Readonly<Record<string, Story>> = {
  'a capture of ours, a refund made elsewhere and one of ours': {
    manual: true,
    happens: [
      ['our_capture', 2_599],
      ['ten_minutes_pass', 0],
      ['refund', 700],
      ['our_refund', 300],
    ],
  },
  'captured in two parts elsewhere, and refunded in two': {
    manual: true,
    happens: [
      ['capture', 1_000],
      ['capture', 600],
      ['refund', 400],
      ['refund', 500],
    ],
  },
  'a capture made elsewhere fails, and another one is made': {
    manual: true,
    happens: [
      ['capture', 1_000],
      ['capture_fails', 0],
      ['capture', 800],
    ],
  },
  'a capture of ours fails, and the PSP repeats it': {
    manual: true,
    happens: [
      ['our_capture', 1_000],
      ['ten_minutes_pass', 0],
      ['capture_fails', 0],
      ['recapture', 0],
      ['refund', 400],
    ],
  },
  'an open attempt, captured in part elsewhere': {
    begins: 'open',
    manual: true,
    happens: [
      ['capture', 1_000],
      ['refund', 400],
    ],
  },
  'late money, captured elsewhere and refunded in part': {
    begins: 'late',
    manual: true,
    happens: [
      ['capture', 1_000],
      ['refund', 400],
    ],
  },
  'a void made elsewhere': { manual: true, happens: [['void', 0]] },
  'refunds made elsewhere, of which one fails': {
    manual: false,
    happens: [
      ['refund', 900],
      ['refund_fails', 0],
      ['refund', 250],
      ['refund', 350],
    ],
  },
  'a dispute that is won, between two refunds': {
    manual: false,
    happens: [
      ['refund', 500],
      ['dispute_won', 1_000],
      ['refund', 700],
    ],
  },
};

/** What the charge says of the money: no time, and nothing that is only kept to judge later reports by. */
const moneyOf = ({ refunds, disputes, ...charge }: Charge) => ({
  status: charge.status,
  hold: charge.hold,
  captured: charge.amount_captured,
  refundable: charge.amount_refundable,
  refundable_disputed: charge.amount_refundable_disputed,
  refunds: Object.fromEntries(Object.values(refunds).map(({ id, amount, status }) => [id, [amount, status]])),
  disputes: Object.fromEntries(
    Object.values(disputes).map(({ id, amount, status, stage }) => [id, [amount, status, stage]]),
  ),
});

/** How the events come: those with a smaller number first, some of them twice at once, some after a while. */
type Delivery = { readonly place: number; readonly twice: boolean; readonly after_minutes: number };

const hour_ms = 3_600_000;

const begin = async (psp: PspKind, { begins, manual }: Story): Promise<OneCharge> => {
  if (begins === 'open') return unanswered(psp, manual);
  if (begins === undefined) return manual ? authorized(psp) : captured(psp);
  const one = await givenUp(psp, { manual });
  one.scene.holdWebhooks();
  return one;
};

/** Whether each copy of it was accepted. */
const isAccepted = async ({ scene, psp }: OneCharge, event: PspEvent, copies: number): Promise<boolean> => {
  let accepted = 0;
  for (let copy = 0; copy < copies; copy++)
    scene.service.receive(psp, event, (isTaken) => {
      if (isTaken) accepted += 1;
    });
  await scene.pass(12_000);
  return accepted === copies;
};

/** Delivers what was sent since, in this order. An event that was accepted is not delivered again, as no PSP would; one that was refused is. */
const deliverAll = async (one: OneCharge, since: number, order: readonly Delivery[]): Promise<void> => {
  const { scene } = one;
  const taken = new Set<string>();
  const deliver = async (event: PspEvent, twice = false): Promise<void> => {
    if (await isAccepted(one, event, twice ? 2 : 1)) taken.add(event.id);
  };
  const first = scene.sent.slice(since).map(({ event }, index) => ({ event, ...order[index] }));
  for (const { event, twice, after_minutes = 0 } of first.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    await scene.recover(after_minutes);
    await deliver(event, twice);
  }
  for (let round = 0; round < 6; round++) {
    await scene.recover(10);
    await scene.pass(2 ** round * hour_ms);
    for (const { event } of scene.sent.slice(since)) if (!taken.has(event.id)) await deliver(event);
  }
  await scene.recover(10);
  expect(scene.sent.slice(since).filter(({ event }) => !taken.has(event.id))).toEqual([]);
};

const placeOf = ({ place = 0 }: Partial<Delivery>): number => place;

/** The charge once every event has been accepted. */
const chargeAfter = async (psp: PspKind, story: Story, order: readonly Delivery[]): Promise<OneCharge> => {
  const one = await begin(psp, story);
  const { scene, id } = one;
  const before = scene.sent.length;
  if (story.begins === 'late') scene.arrive(one.charge());
  // Some PSPs refuse what arrives after all.
  if (!scene.servers.get(psp)?.paymentOf(id)) return one;
  for (const [act, amount] of story.happens) await acts[act]?.(one, amount, scene.payment(psp, id));
  await scene.pass(hour_ms);
  await deliverAll(one, before, order);
  const then = moneyOf(one.charge());
  for (const { event } of scene.sent.slice(before)) await isAccepted(one, event, 1);
  await scene.pass(26 * hour_ms);
  await scene.recover(10);
  expect(moneyOf(one.charge())).toEqual(then);
  return one;
};

const anyOrder = fc.array(
  fc.record({
    place: fc.nat(99),
    twice: fc.boolean(),
    after_minutes: fc.constantFrom(0, 0, 0, 1, 12, 130),
  }),
  { minLength: 12, maxLength: 12 },
);

const endsTheSame = async (psp: PspKind, story: Story, order: readonly Delivery[]): Promise<void> => {
  const [inOrder, otherwise] = [await chargeAfter(psp, story, []), await chargeAfter(psp, story, order)];
  for (const { scene } of [inOrder, otherwise]) expectSound(scene);
  // What becomes of an open attempt, and of late money, depends on what is known by then.
  if (story.begins === undefined) expect(moneyOf(otherwise.charge())).toEqual(moneyOf(inOrder.charge()));
};

describe.each(pspNames)(
  'at %s, whatever order its events come in, the charge ends as the PSP has it',
  (psp) => {
    test.each(Object.entries(stories))('%s', async (_, story) => {
      await fc.assert(
        fc.asyncProperty(anyOrder, (order) => endsTheSame(psp, story, order)),
        { numRuns: 6, includeErrorInReport: true },
      );
    });

    test.each([
      { begins: undefined, runs: 40 },
      { begins: 'open', runs: 30 },
      { begins: 'late', runs: 5 },
    ] as const)('whatever happens ($begins)', async ({ begins, runs }) => {
      const act = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.constantFrom(300, 400, 1_000, 2_599));
      const anything = fc.record({ manual: fc.boolean(), happens: fc.array(act, { maxLength: 6 }) });
      await fc.assert(
        fc.asyncProperty(anything, anyOrder, (story, order) =>
          endsTheSame(psp, { ...story, ...defined({ begins }) }, order),
        ),
        { numRuns: runs, includeErrorInReport: true },
      );
    });
  },
);
