import { describe, expect, test } from '@jest/globals';
import { captured, type OneCharge, unanswered } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { deliverIn, orders } from './in-every-order.ts';

const amounts = [2_599, 1_000];

/** The capture that followed by itself fails, and so much is captured elsewhere. */
const failsAndIsReplaced = ({ scene, psp, id }: OneCharge, amount: number): void => {
  scene.automaticFails(psp, id);
  scene.elsewhere(psp, id, 'capture', amount);
};

const ends = ({ scene, charge }: OneCharge, amount_captured: number): void => {
  expect(charge()).toMatchObject({ status: 'captured', amount_captured });
  expect(charge().unbelieved).toBeUndefined();
  expectSound(scene);
};

describe("an automatic capture of Adyen's that failed, and what was captured elsewhere after it", () => {
  test.each(amounts.flatMap((amount) => orders(2).map((order) => ({ amount, order }))))(
    'counts as $amount in the order $order',
    async ({ amount, order }) => {
      const one = await captured('adyen');
      const since = one.scene.sent.length;
      failsAndIsReplaced(one, amount);
      await deliverIn(one, since, order);
      ends(one, amount);
    },
  );

  test.each(amounts.flatMap((amount) => orders(3).map((order) => ({ amount, order }))))(
    'counts as $amount in the order $order, of an attempt whose response was lost',
    async ({ amount, order }) => {
      const one = await unanswered('adyen', false);
      failsAndIsReplaced(one, amount);
      await deliverIn(one, 0, order);
      ends(one, amount);
    },
  );
});

test('less than the whole, seen first by a look-up, was captured elsewhere', async () => {
  const one = await unanswered('stripe', false);
  failsAndIsReplaced(one, 1_000);
  await deliverIn(one, 0, [0, 1, 2]);
  ends(one, 1_000);
  expect(one.charge().external).toBe(true);
});

test('an automatic capture that is reported is not one made elsewhere, and its failure is known by its id', async () => {
  const one = await captured('adyen');
  const { scene, psp, id, charge } = one;
  const { amount, currency, psp_reference = '' } = charge();
  const event = {
    reference: id,
    psp_reference,
    operation_reference: 'its_own',
    money: { amount, currency },
  };
  const done = { outcome: 'succeeded', psp_reference: 'its_own', amount } as const;
  await scene.deliver(psp, { ...event, id: 'done', claim: { about: 'capture', result: done } });
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: amount });
  expect(charge().external).toBeUndefined();
  const failed = { outcome: 'failed', reason: 'processor_error' } as const;
  const claim = { about: 'capture', result: failed } as const;
  await scene.deliver(psp, { ...event, id: 'other', operation_reference: 'another', claim });
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: amount });
  await scene.deliver(psp, { ...event, id: 'failed', claim });
  expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
});
