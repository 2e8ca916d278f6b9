import { describe, expect, test } from '@jest/globals';
import { profileOf } from '../simulation/psp/draw-profile.ts';
import { authorized, captured, type OneCharge } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { createScene } from './scene.ts';

/** Every order in which so many events can come. */
const orders = (count: number): readonly (readonly number[])[] =>
  count === 0
    ? [[]]
    : orders(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, place) => order.toSpliced(place, 0, count - 1)),
      );

/** Delivers what the PSP has sent since, once each and in this order. */
const deliverIn = async (
  { scene, psp }: OneCharge,
  since: number,
  order: readonly number[],
): Promise<void> => {
  const events = scene.sent.slice(since).map(({ event }) => event);
  expect(events).toHaveLength(order.length);
  for (const place of order) {
    const event = events[place];
    if (event) await scene.deliver(psp, event);
  }
};

/** The capture fails, and Adyen repeats it. */
const failsAndIsRepeated = ({ scene, psp, id }: OneCharge): void => {
  if (scene.payment(psp, id).manual) scene.takeBack(psp, id, 'capture');
  else scene.automaticFails(psp, id);
  scene.recapture(psp, id);
};

/** The response of the call that made the payment was lost: the attempt is open. */
const unanswered = async (manual: boolean): Promise<OneCharge> => {
  const psp = 'adyen';
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id: session } = await scene.create({ manual });
  scene.holdWebhooks();
  scene.plan('answer_lost', { times: 9 });
  scene.confirm(session);
  await scene.pass(60_000);
  scene.planned.clear();
  const [first] = scene.chargesOf(session);
  if (!first) throw new Error('nothing was charged');
  return { scene, psp, session, id: first.id, charge: () => scene.store.charges.get(first.id) ?? first };
};

const ends = (one: OneCharge, amount_captured: number): void => {
  expect(one.charge()).toMatchObject({ status: 'captured', amount_captured });
  expect(one.charge().unbelieved).toBeUndefined();
  expectSound(one.scene);
};

describe('a capture that failed and that Adyen repeats counts, in whatever order the three are reported', () => {
  describe.each(orders(3))('%d, %d, %d', (...order) => {
    test.each([2_599, 1_000])('ours of %d', async (amount) => {
      const one = await authorized('adyen');
      const since = one.scene.sent.length;
      one.scene.operate('capture', one.id, amount);
      await one.scene.pass(120_000);
      failsAndIsRepeated(one);
      await deliverIn(one, since, order);
      ends(one, amount);
    });

    test.each([2_599, 1_000])('one of %d made elsewhere', async (amount) => {
      const one = await authorized('adyen');
      const since = one.scene.sent.length;
      one.scene.elsewhere(one.psp, one.id, 'capture', amount);
      failsAndIsRepeated(one);
      await deliverIn(one, since, order);
      ends(one, amount);
    });

    test('the automatic one of an attempt whose response was lost', async () => {
      const one = await unanswered(false);
      failsAndIsRepeated(one);
      await deliverIn(one, 0, order);
      ends(one, 2_599);
    });
  });

  test.each(orders(2))('the automatic one: %d, %d', async (...order) => {
    const one = await captured('adyen');
    const since = one.scene.sent.length;
    failsAndIsRepeated(one);
    await deliverIn(one, since, order);
    ends(one, 2_599);
  });

  test.each(orders(4))('of an attempt whose response was lost: %d, %d, %d, %d', async (...order) => {
    const one = await unanswered(true);
    one.scene.elsewhere(one.psp, one.id, 'capture', 1_000);
    failsAndIsRepeated(one);
    await deliverIn(one, 0, order);
    ends(one, 1_000);
  });

  test.each(orders(4))('late money goes back: %d, %d, %d, %d', async (...order) => {
    const one = await givenUp('adyen', { manual: true });
    const { scene, psp, id, charge } = one;
    scene.holdWebhooks();
    const since = scene.sent.length;
    scene.arrive(charge());
    scene.elsewhere(psp, id, 'capture', 1_000);
    failsAndIsRepeated(one);
    await deliverIn(one, since, order);
    await scene.recover(180);
    for (const { event } of scene.sent.slice(since + 4)) await scene.deliver(psp, event);
    await scene.recover(180);
    expect(charge().reversal?.status).toBe('done');
    expectSound(scene);
  });

  test('two of them, of which each is repeated before the failure of the other is reported', async () => {
    const one = await authorized('adyen');
    const { scene, psp, id } = one;
    const since = scene.sent.length;
    const first = scene.elsewhere(psp, id, 'capture', 1_000);
    scene.elsewhere(psp, id, 'capture', 1_599);
    failsAndIsRepeated(one);
    scene.takeBack(psp, id, 'capture', first.id);
    scene.recapture(psp, id);
    await deliverIn(one, since, [3, 5, 0, 4, 1, 2]);
    ends(one, 2_599);
  });
});
