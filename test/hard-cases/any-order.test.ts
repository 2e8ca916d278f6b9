import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Charge } from '../../lib/types/charge.ts';
import { captureFor } from '../simulation/psp/captures-of.ts';
import { type PspKind, profileOf, pspNames } from '../simulation/psp/draw-profile.ts';
import { type LedgerPayment, refundable } from '../simulation/psp/ledger.ts';
import { authorized, captured, type OneCharge } from './authorized.ts';
import { expectSound } from './expect-sound.ts';

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
  capture_fails: ({ scene, psp, id }) => scene.takeBack(psp, id, 'capture'),
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

type Story = {
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

const day_ms = 86_400_000;

/** The charge once every event has arrived: first those at these places, some of them twice, then all as they were sent. */
const chargeAfter = async (
  psp: PspKind,
  { manual, happens }: Story,
  places: readonly number[],
): Promise<OneCharge> => {
  const one = await (manual ? authorized(psp) : captured(psp));
  const { scene, id } = one;
  const before = scene.sent.length;
  for (const [act, amount] of happens) await acts[act]?.(one, amount, scene.payment(psp, id));
  await scene.pass(3_600_000);
  const events = scene.sent.slice(before).map(({ event }) => event);
  for (const place of places) {
    const event = events[place % events.length];
    if (event) await scene.deliver(psp, event);
  }
  for (let round = 0; round < 2; round++) {
    for (const { event } of scene.sent.slice(before)) await scene.deliver(psp, event);
    await scene.recover(10);
    await scene.pass(day_ms);
    await scene.recover(10);
  }
  return one;
};

const order = fc.array(fc.nat(11), { maxLength: 8 });

const endsTheSame = async (psp: PspKind, story: Story, places: readonly number[]): Promise<void> => {
  const [inOrder, otherwise] = [await chargeAfter(psp, story, []), await chargeAfter(psp, story, places)];
  for (const { scene } of [inOrder, otherwise]) expectSound(scene);
  expect(moneyOf(otherwise.charge())).toEqual(moneyOf(inOrder.charge()));
};

describe.each(pspNames)(
  'at %s, whatever order its events come in, the charge ends as the PSP has it',
  (psp) => {
    test.each(Object.entries(stories))('%s', async (_, story) => {
      await fc.assert(
        fc.asyncProperty(order, (places) => endsTheSame(psp, story, places)),
        { numRuns: 3 },
      );
    });

    test('whatever happens', async () => {
      const act = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.constantFrom(300, 400, 1_000, 2_599));
      const anything = fc.record({ manual: fc.boolean(), happens: fc.array(act, { maxLength: 6 }) });
      await fc.assert(
        fc.asyncProperty(anything, order, (story, places) => endsTheSame(psp, story, places)),
        { numRuns: 6 },
      );
    });
  },
);
