import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Charge } from '../../lib/types/charge.ts';
import { type PspKind, profileOf, pspNames } from '../simulation/psp/draw-profile.ts';
import { authorized, captured, type OneCharge } from './authorized.ts';
import { expectSound } from './expect-sound.ts';

type Story = {
  readonly manual?: true;
  readonly happens: (one: OneCharge) => Promise<void> | void;
  /** Where it can happen. */
  readonly at?: (psp: PspKind) => boolean;
};

const inParts = (psp: PspKind): boolean => profileOf(psp).captures === 'many';

/** What happens to a payment after it was authorised, in which order it is done; of all of it the PSP sends events. */
const stories: Readonly<Record<string, Story>> = {
  'a capture of ours, a refund of ours and one made elsewhere': {
    manual: true,
    happens: async ({ scene, psp, id }) => {
      scene.operate('capture', id);
      await scene.pass(3_600_000);
      scene.elsewhere(psp, id, 'refund', 700);
      scene.refund(id, 300);
      await scene.pass(60_000);
    },
  },
  'captured in two parts elsewhere, and refunded in parts': {
    manual: true,
    at: inParts,
    happens: ({ scene, psp, id }) => {
      scene.elsewhere(psp, id, 'capture', 1_000);
      scene.elsewhere(psp, id, 'capture', 600);
      scene.elsewhere(psp, id, 'refund', 400);
      scene.elsewhere(psp, id, 'refund', 500);
    },
  },
  'a capture made elsewhere fails, and another one is made': {
    manual: true,
    happens: ({ scene, psp, id }) => {
      scene.elsewhere(psp, id, 'capture', 1_000);
      scene.takeBack(psp, id, 'capture');
      scene.elsewhere(psp, id, 'capture', 800);
    },
  },
  'a void made elsewhere': {
    manual: true,
    happens: ({ scene, psp, id }) => void scene.elsewhere(psp, id, 'cancel'),
  },
  'refunds made elsewhere, of which one fails': {
    happens: ({ scene, psp, id }) => {
      scene.elsewhere(psp, id, 'refund', 900);
      scene.takeBack(psp, id, 'refund');
      scene.elsewhere(psp, id, 'refund', 250);
      scene.elsewhere(psp, id, 'refund', 350);
    },
  },
  'a dispute that is won, and a refund': {
    happens: ({ scene, psp, id }) => {
      const end = scene.dispute(psp, id, 1_000);
      scene.elsewhere(psp, id, 'refund', 500);
      end('won');
    },
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

/** Long enough for whatever waits to be taken up. */
const minutes = 150;

/** The charge once every event has arrived, some of them twice: `order` has the places of the events. */
const chargeAfter = async (psp: PspKind, story: Story, order: readonly number[] | undefined) => {
  const one = await (story.manual ? authorized(psp) : captured(psp));
  const before = one.scene.sent.length;
  await story.happens(one);
  const events = one.scene.sent.slice(before).map(({ event }) => event);
  for (const place of order ?? events.keys()) {
    const event = events[place % events.length];
    if (event) await one.scene.deliver(psp, event);
  }
  for (const event of events) await one.scene.deliver(psp, event);
  await one.scene.recover(minutes);
  return one;
};

describe.each(pspNames)(
  'at %s, whatever order its events come in, the charge ends as the PSP has it',
  (psp) => {
    test.each(Object.entries(stories).filter(([, { at = () => true }]) => at(psp)))(
      '%s',
      async (_, story) => {
        const inOrder = await chargeAfter(psp, story, undefined);
        expectSound(inOrder.scene);
        await fc.assert(
          fc.asyncProperty(fc.array(fc.nat(11), { maxLength: 8 }), async (order) => {
            const one = await chargeAfter(psp, story, order);
            expectSound(one.scene);
            expect(moneyOf(one.charge())).toEqual(moneyOf(inOrder.charge()));
          }),
          { numRuns: 8 },
        );
      },
    );
  },
);
