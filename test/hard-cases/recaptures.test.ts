import { describe, expect, test } from '@jest/globals';
import { authorized, captured, deliverAll, type OneCharge, unanswered } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { deliverIn, orders } from './in-every-order.ts';

/** The capture fails, and Adyen repeats it. */
const failsAndIsRepeated = ({ scene, psp, id }: OneCharge): void => {
  if (scene.payment(psp, id).manual) scene.takeBack(psp, id, 'capture');
  else scene.automaticFails(psp, id);
  scene.recapture(psp, id);
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
      const one = await unanswered('adyen', false);
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
    const one = await unanswered('adyen', true);
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

describe('a capture that failed, that Adyen repeated, and whose failure is reported under the same id', () => {
  const failed = async () => {
    const one = await authorized('adyen');
    const { scene, id } = one;
    scene.operate('capture', id, 2_599);
    await scene.pass(120_000);
    const since = scene.sent.length;
    await deliverAll(one);
    failsAndIsRepeated(one);
    const [failure, repetition] = scene.sent.slice(since).map(({ event }) => event);
    if (!failure || !repetition) throw new Error('it was not repeated');
    return { one, failure, repetition };
  };

  test('after the repetition calls a person: that one may have failed, too', async () => {
    const { one, failure, repetition } = await failed();
    for (const event of [failure, failure, repetition]) await one.scene.deliver(one.psp, event);
    expect(one.scene.reported('webhook_not_believed')).toBe(0);
    await one.scene.deliver(one.psp, failure);
    expect(one.scene.reported('webhook_not_believed')).toBe(1);
    ends(one, 2_599);
  });
});
