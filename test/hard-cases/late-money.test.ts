import { describe, expect, test } from '@jest/globals';
import type { OneCharge } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { orders } from './in-every-order.ts';

/** A hold of 25.99 that came too late. Of everything from now on, only what a test delivers is told. */
const lateHold = async (psp: 'adyen' | 'checkout_com'): Promise<OneCharge> => {
  const one = await givenUp(psp, { manual: true });
  one.scene.holdWebhooks();
  one.scene.arrive(one.charge());
  await one.scene.pass(120_000);
  return one;
};

const tellFrom = async ({ scene, psp }: OneCharge, since: number): Promise<void> => {
  for (const { event } of scene.sent.slice(since)) await scene.deliver(psp, event);
};

describe('late money', () => {
  test('of which a part was lost in a dispute goes back as far as it is captured after that', async () => {
    const one = await lateHold('adyen');
    const { scene, psp, id, charge } = one;
    scene.elsewhere(psp, id, 'capture', 1_000);
    await scene.pass(60_000);
    let told = scene.sent.length;
    // Its refund is not accepted, and before the next try, the cardholder has disputed the money.
    scene.script(psp, 'refund', { outcome: 'failed', reason: 'rate_limited' });
    await tellFrom(one, told - 1);
    expect(charge().reversal).toMatchObject({ by: 'refund', amount: 1_000 });
    const ends = scene.dispute(psp, id, 1_000);
    await tellFrom(one, told);
    await scene.recover(60);
    told = scene.sent.length;
    ends('lost');
    await tellFrom(one, told);
    await scene.recover(60);
    expect(charge().reversal).toMatchObject({ status: 'done' });
    expect(scene.payment(psp, id)).toMatchObject({ captured: 1_000, refunded: 0, disputed: 1_000 });
    told = scene.sent.length;
    scene.elsewhere(psp, id, 'capture', 500);
    await scene.pass(60_000);
    await tellFrom(one, told);
    await scene.recover(60);
    await scene.pass(120_000);
    await tellFrom(one, told);
    await scene.recover(180);
    expect(scene.payment(psp, id)).toMatchObject({ captured: 1_500, refunded: 500 });
    expectSound(scene);
  });

  test.each(orders(3))(
    'that was captured and refunded elsewhere needs nobody, in whatever order it is told: %i, %i, %i',
    async (...order) => {
      const one = await lateHold('adyen');
      const { scene, psp, id, charge } = one;
      const since = scene.sent.length - 1;
      scene.elsewhere(psp, id, 'capture', 300);
      scene.elsewhere(psp, id, 'refund', 300);
      await scene.pass(60_000);
      const events = scene.sent.slice(since).map(({ event }) => event);
      expect(events.map(({ claim }) => claim.about)).toEqual(['authorization', 'capture', 'refund']);
      const reviews = scene.reported('needs_review');
      for (const place of order) if (events[place]) await scene.deliver(psp, events[place]);
      const told = scene.sent.length;
      await scene.recover(30);
      await tellFrom(one, told);
      await scene.recover(27 * 60);
      expect(charge().reversal).toMatchObject({ status: 'done' });
      expect(scene.reported('needs_review')).toBe(reviews);
      expectSound(scene);
    },
  );

  test('whose hold lapses while we void it is gone: the refusal of our void rings nobody', async () => {
    const one = await lateHold('checkout_com');
    const { scene, psp, id, charge } = one;
    const [held] = scene.sent;
    if (!held) throw new Error('nothing was told');
    await scene.deliver(psp, held.event);
    expect(charge().reversal).toMatchObject({ by: 'cancel', status: 'accepted' });
    scene.lapse(psp, id);
    await scene.pass(180_000);
    await tellFrom(one, 0);
    await scene.recover(24 * 60);
    expect(charge().reversal).toMatchObject({ status: 'done' });
    expect(charge().unbelieved).toBeUndefined();
    expect(scene.reported('webhook_not_believed')).toBe(0);
    expectSound(scene);
  });
});
