import { expect, test } from '@jest/globals';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';

test.each(['checkout_com', 'square', 'paypal'] as const)(
  'a return of late money that %s called failed is not sent again once it was done after all',
  async (psp) => {
    const { scene, id, charge } = await givenUp(psp);
    const returns = () =>
      scene.payment(psp, id).operations.filter(({ ours }) => ours?.startsWith('rv_') === true);
    scene.plan('operation_refused');
    scene.plan('done_after_all');
    scene.arrive(charge());
    for (let minutes = 0; minutes < 60 && returns().length === 0; minutes += 1) await scene.recover(1);
    const refused = Array.from({ length: 100 }, () => ({ outcome: 'failed', reason: 'rate_limited' }));
    for (const kind of ['refund', 'cancel']) scene.script(psp, kind, ...refused);
    await scene.recover(4 * 60);
    for (const kind of ['refund', 'cancel']) scene.script(psp, kind);
    await scene.recover(27 * 60);
    expect(charge().reversal).toMatchObject({ status: 'done' });
    expect(returns()).toMatchObject([{ status: 'succeeded', after_all: true }]);
    expectSound(scene);
  },
);
