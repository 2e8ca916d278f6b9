import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { profileOf } from '../simulation/psp/draw-profile.ts';
import { captured, type OneCharge, unanswered } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { deliverIn, orders } from './in-every-order.ts';
import { createScene } from './scene.ts';

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

const hour = 3_600_000;

/** A charge whose automatic capture the PSP has only announced; no webhook comes from now on. */
const supposed = async (): Promise<OneCharge> => {
  const scene = createScene({ psps: [profileOf('checkout_com')] });
  scene.plan('failure_untold');
  const { id: session } = await scene.create();
  scene.confirm(session);
  await scene.pass(90_000);
  scene.holdWebhooks();
  const [first] = scene.chargesOf(session);
  if (!first) throw new Error('nothing was charged');
  const charge = () => scene.store.charges.get(first.id) ?? first;
  expect(charge()).toMatchObject({ status: 'captured', supposed: true });
  return { scene, psp: 'checkout_com', session, id: first.id, charge };
};

/** Recovery runs every half an hour for so long. */
const hours = async ({ scene }: OneCharge, count: number): Promise<void> => {
  for (let passed = 0; passed < 2 * count; passed++) {
    await scene.pass(hour / 2);
    await scene.recover(1);
  }
};

const lookUps = ({ scene }: OneCharge): number => scene.calls('look_up').length;

const reportedCapture = ({ charge }: OneCharge): PspEvent => {
  const { id, amount, currency, psp_reference = '' } = charge();
  return {
    id: 'captured',
    reference: id,
    psp_reference,
    operation_reference: 'its_own',
    money: { amount, currency },
    claim: { about: 'capture', result: { outcome: 'succeeded', psp_reference: 'its_own', amount } },
  };
};

describe('an automatic capture that counts from the authorisation on, where the PSP can be asked', () => {
  test('and fails, which no event says, is taken back by the check after an hour', async () => {
    const one = await supposed();
    one.scene.automaticFails(one.psp, one.id);
    await hours(one, 2);
    expect(one.charge()).toMatchObject({ status: 'authorized', amount_captured: 0, amount_refundable: 0 });
    expect(one.charge()).not.toHaveProperty('supposed');
    expect(one.charge()).not.toHaveProperty('recover_at');
    expect(one.scene.session(one.session)?.payment_status).toBe('authorized');
    expectSound(one.scene);
  });

  describe('and fails, which no event says, before a part is captured elsewhere', () => {
    const replaced = async () => {
      const one = await supposed();
      const since = one.scene.sent.length;
      failsAndIsReplaced(one, 1_000);
      return { one, event: one.scene.sent[since]?.event };
    };

    test('gives way to the check after an hour', async () => {
      const { one } = await replaced();
      await hours(one, 2);
      ends(one, 1_000);
    });

    test('gives way to a refresh', async () => {
      const { one } = await replaced();
      await one.scene.pass(900_000);
      one.scene.refresh(one.id);
      await one.scene.pass(20_000);
      ends(one, 1_000);
    });

    test.each([1_000, 1_300])('gives way to the failure of that part, of %i, too', async (amount) => {
      const one = await supposed();
      const { scene, psp, id, charge } = one;
      scene.automaticFails(psp, id);
      scene.elsewhere(psp, id, 'capture', amount);
      await scene.pass(900_000);
      scene.takeBack(psp, id, 'capture');
      const failure = scene.sent.at(-1)?.event;
      if (!failure) throw new Error('nothing was told');
      // The look-up shows the state before it.
      const { psp_reference } = charge();
      scene.script(psp, 'lookUp', { outcome: 'captured', psp_reference, amount_captured: amount });
      await scene.deliver(psp, failure);
      await hours(one, 2);
      expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
      expect(charge().unbelieved).toBeUndefined();
      expectSound(scene);
    });

    test('gives way to the event of that part', async () => {
      const { one, event } = await replaced();
      if (!event) throw new Error('nothing was told');
      await one.scene.deliver(one.psp, event);
      await hours(one, 2);
      ends(one, 1_000);
    });
  });

  test('and is done, which no event says, is looked for once', async () => {
    const one = await supposed();
    const before = lookUps(one);
    await hours(one, 200);
    expect(lookUps(one) - before).toBe(1);
    expect(one.charge()).toMatchObject({ status: 'captured' });
    expect(one.charge()).not.toHaveProperty('recover_at');
    expectSound(one.scene);
  });

  test('and is done, as an event says, is not looked for', async () => {
    const one = await supposed();
    await one.scene.deliver(one.psp, reportedCapture(one));
    expect(one.charge()).toMatchObject({ status: 'captured' });
    expect(one.charge()).not.toHaveProperty('recover_at');
    const before = lookUps(one);
    await hours(one, 200);
    expect(lookUps(one) - before).toBe(0);
  });

  test('is looked for three times as long as it does not come, and stays', async () => {
    const one = await supposed();
    const { amount, psp_reference = '' } = one.charge();
    const still = { outcome: 'captured', psp_reference, amount_captured: amount, supposed: true };
    one.scene.script(one.psp, 'lookUp', still, still, still, still);
    const before = one.charge().rev;
    await hours(one, 200);
    expect(one.charge()).toMatchObject({ status: 'captured', amount_captured: amount, supposed: true });
    expect(one.charge()).not.toHaveProperty('recover_at');
    expect(one.charge().rev).toBeGreaterThan(before);
  });

  test('that is shown as merely held too soon after it counts stays until the check after an hour', async () => {
    const one = await supposed();
    one.scene.automaticFails(one.psp, one.id);
    await one.scene.pass(60_000);
    one.scene.refresh(one.id);
    await one.scene.pass(20_000);
    expect(one.charge()).toMatchObject({ status: 'captured', supposed: true });
    await hours(one, 2);
    expect(one.charge()).toMatchObject({ status: 'authorized' });
  });
});
