import { expect, test } from '@jest/globals';
import { authorized } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { deliverIn, orders } from './in-every-order.ts';

test.each(orders(4))(
  'our capture, whose response was lost, fails, and one made elsewhere fails with the hold: %i, %i, %i, %i',
  async (...order) => {
    const one = await authorized('checkout_com');
    const { scene, psp, id, charge } = one;
    const since = scene.sent.length;
    scene.plan('answer_lost');
    scene.plan('operation_refused');
    scene.operate('capture', id);
    await scene.pass(500);
    scene.elsewhere(psp, id, 'capture', 1_500);
    await scene.pass(120_000);
    await scene.recover(3);
    expect(charge()).toMatchObject({
      status: 'captured',
      amount_captured: 1_500,
      capture: { status: 'open' },
    });
    await scene.pass(700_000);
    scene.lapse(psp, id);
    scene.takeBack(psp, id, 'capture');
    await scene.pass(180_000);
    await deliverIn(one, since, order);
    await scene.recover(60);
    expect(charge()).toMatchObject({ status: 'canceled', amount_captured: 0, capture: { status: 'failed' } });
    expect(charge().unbelieved).toBeUndefined();
    expectSound(scene);
  },
);
