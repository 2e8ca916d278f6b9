import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { authorized, type OneCharge, unanswered } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { orders } from './in-every-order.ts';

/** Milliseconds between two deliveries: at least one of them falls between another's read and its write. */
const aparts = [0, 1, 2, 3, 4, 5, 6, 8];

/** Adyen delivers what came since this one, in this order, and does not wait for a response before it goes on. */
const arriveAtOnce = async (
  { scene, psp }: OneCharge,
  since: number,
  order: readonly number[],
  apart: number,
): Promise<void> => {
  const events = scene.sent.slice(since).map(({ event }) => event);
  for (const place of order) {
    const event: PspEvent | undefined = events[place];
    if (event) scene.service.receive(psp, event, () => undefined);
    await scene.pass(apart);
  }
  await scene.pass(60_000);
};

const ends = ({ scene, charge }: OneCharge, status: string, amount_captured: number): void => {
  expect(charge()).toMatchObject({ status, amount_captured });
  expect(charge().unbelieved).toBeUndefined();
  expectSound(scene);
};

describe.each(aparts)('what Adyen tells %i ms apart', (apart) => {
  test.each(orders(3))(
    'two captures made elsewhere under an open attempt both count: %i, %i, %i',
    async (...order) => {
      const one = await unanswered('adyen', true);
      one.scene.elsewhere(one.psp, one.id, 'capture', 300);
      one.scene.elsewhere(one.psp, one.id, 'capture', 400);
      await one.scene.pass(5_000);
      await arriveAtOnce(one, 0, order, apart);
      await one.scene.recover(140);
      ends(one, 'captured', 700);
    },
  );

  test.each(orders(2))('one of them is known well enough to fail later: %i, %i', async (...order) => {
    const one = await unanswered('adyen', true);
    one.scene.elsewhere(one.psp, one.id, 'capture', 300);
    await one.scene.pass(5_000);
    await arriveAtOnce(one, 0, order, apart);
    await one.scene.recover(140);
    ends(one, 'captured', 300);
    const since = one.scene.sent.length;
    one.scene.takeBack(one.psp, one.id, 'capture');
    await arriveAtOnce(one, since, [0], 0);
    await one.scene.recover(140);
    ends(one, 'authorized', 0);
  });

  test.each(orders(2))(
    'a capture made elsewhere and its failure leave the hold: %i, %i',
    async (...order) => {
      const one = await authorized('adyen');
      const since = one.scene.sent.length;
      one.scene.elsewhere(one.psp, one.id, 'capture', 1_500);
      one.scene.takeBack(one.psp, one.id, 'capture');
      await arriveAtOnce(one, since, order, apart);
      await one.scene.recover(140);
      ends(one, 'authorized', 0);
    },
  );

  /** Late money of which 3.00 was captured, and so much of that refunded elsewhere, told at once. */
  const goesBack = async (refunded: number, order: readonly number[]): Promise<void> => {
    const one = await givenUp('adyen', { manual: true });
    const { scene, psp, id, charge } = one;
    scene.holdWebhooks();
    const since = scene.sent.length;
    scene.arrive(charge());
    await scene.pass(60_000);
    scene.elsewhere(psp, id, 'capture', 300);
    if (refunded > 0) scene.elsewhere(psp, id, 'refund', refunded);
    await scene.pass(60_000);
    const told = scene.sent.length;
    const reviews = scene.reported('needs_review');
    await arriveAtOnce(one, since, order, apart);
    for (let round = 0; round < 6; round++) {
      for (const { event } of scene.sent.slice(told)) await scene.deliver(psp, event);
      await scene.recover(20);
    }
    expect(scene.payment(psp, id)).toMatchObject({ captured: 300, refunded: 300 });
    expect(charge().reversal).toMatchObject({ status: 'done' });
    expect(charge().unbelieved).toBeUndefined();
    expect(scene.reported('needs_review')).toBe(reviews);
    expectSound(scene);
  };

  test.each(orders(2))(
    'late money and the capture of a part: that part goes back: %i, %i',
    async (...order) => {
      await goesBack(0, order);
    },
  );

  test.each([100, 300].flatMap((refunded) => orders(3).map((order) => ({ refunded, order }))))(
    'and if $refunded of it was refunded elsewhere, the rest: $order',
    ({ refunded, order }) => goesBack(refunded, order),
  );
});
