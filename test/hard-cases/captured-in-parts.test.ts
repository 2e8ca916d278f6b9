import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import { profileOf } from '../simulation/psp/draw-profile.ts';
import { expectSound } from './expect-sound.ts';
import { createScene, type Scene } from './scene.ts';

const psp = 'paypal';
const first = 1_500;
const second = 1_099;

const chargeOf = (scene: Scene, session: string): Charge => {
  const [charge] = scene.chargesOf(session);
  if (!charge) throw new Error('there is no charge');
  return charge;
};

/** A payment of 25.99 whose hold somebody has captured in two parts in PayPal's dashboard. */
const capturedInParts = async () => {
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id } = await scene.create({ manual: true });
  scene.confirm(id);
  await scene.pass(20_000);
  const charge = chargeOf(scene, id);
  scene.elsewhere(psp, charge.id, 'capture', first);
  scene.elsewhere(psp, charge.id, 'capture', second);
  await scene.pass(20_000);
  await scene.recover(3);
  expect(chargeOf(scene, id)).toMatchObject({ status: 'captured', amount_captured: first + second });
  const refund = async (amount?: number, key?: string) => {
    const asked = scene.refund(charge.id, amount, key, key && `re_${key}`);
    await scene.pass(20_000);
    return asked.given();
  };
  const booked = () =>
    scene
      .payment(psp, charge.id)
      .operations.filter(({ kind, status }) => kind === 'refund' && status === 'succeeded')
      .map(({ amount, of }) => ({ amount, of }));
  return { scene, id, charge, refund, booked, current: () => chargeOf(scene, id) };
};

describe('a payment that was captured in parts, at a PSP that refunds one capture at a time', () => {
  test('is refunded from the capture that has enough left', async () => {
    const { scene, refund, booked, current: stored } = await capturedInParts();
    expect((await refund(first))?.status).toBe(200);
    expect((await refund(500))?.status).toBe(200);
    expect((await refund(second - 500))?.status).toBe(200);
    const [one, two, three] = booked();
    expect(two?.of).not.toBe(one?.of);
    expect(three?.of).toBe(two?.of);
    expect(stored().amount_refundable).toBe(0);
    expectSound(scene);
  });

  test('says how much of it can go back at once, and holds nothing back after that', async () => {
    const { scene, charge, refund, current: stored, booked } = await capturedInParts();
    for (const [amount, key] of [
      [undefined, 'whole'],
      [first + 1, undefined],
    ] as const) {
      const given = await refund(amount, key);
      expect(given?.status).toBe(400);
      expect(JSON.parse(given?.body ?? '').error).toMatchObject({
        code: 'refund_amount_too_large',
        param: 'amount',
        message: `amount: expected at most ${first}, received ${amount ?? first + second}. ${psp} refunds one capture at a time, and no capture of charge ${charge.id} has more left.`,
      });
      expect(stored().amount_refundable).toBe(first + second);
    }
    expect((await refund(undefined, 'whole'))?.replayed).toBe(true);
    expect(booked()).toEqual([]);
    expectSound(scene);
  });

  test('is refunded once, from the capture that was named first, whatever becomes of that meanwhile', async () => {
    const { scene, charge, booked, current: stored } = await capturedInParts();
    // Sent, and held up on its way.
    scene.plan('late_effect', { after: 1 });
    scene.refund(charge.id, 1_000);
    await scene.pass(1_000);
    const named = Object.values(stored().refunds)[0]?.of;
    expect(named).toBeDefined();
    // Refunded elsewhere: the other capture has more left now.
    scene.elsewhere(psp, charge.id, 'refund', 400);
    await scene.pass(60_000);
    await scene.recover(40);
    expect(booked().filter(({ of, amount }) => of === named && amount === 1_000)).toHaveLength(1);
    expect(booked()).toHaveLength(2);
    expect(stored().amount_refundable).toBe(first + second - 1_400);
    expectSound(scene);
  });

  test('is refunded by recovery if the function dies before it has asked for the captures', async () => {
    const { scene, charge, booked, current: stored } = await capturedInParts();
    scene.script(psp, 'findCapture', { outcome: 'unknown', doubt: 'timeout' });
    const asked = scene.refund(charge.id, 1_000);
    await scene.pass(20_000);
    expect(asked.given()?.body).toContain('"status":"pending"');
    expect(booked()).toEqual([]);
    await scene.recover(40);
    expect(booked()).toHaveLength(1);
    expect(Object.values(stored().refunds)).toMatchObject([{ status: 'succeeded', of: booked()[0]?.of }]);
    expectSound(scene);
  });
});

test('late money that was captured in parts goes back, capture by capture', async () => {
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id } = await scene.create({ manual: true });
  scene.plan('request_lost', { times: 6 });
  scene.confirm(id);
  await scene.pass(40_000);
  scene.planned.clear();
  await scene.recover(40);
  const charge = chargeOf(scene, id);
  expect(charge).toMatchObject({ status: 'failed', outcome: 'absent' });
  scene.holdWebhooks();
  scene.arrive(charge);
  scene.elsewhere(psp, charge.id, 'capture', first);
  scene.elsewhere(psp, charge.id, 'capture', second);
  await scene.pass(3_600_000);
  await scene.recover(10);
  expect(chargeOf(scene, id).reversal).toMatchObject({ status: 'done' });
  expect(scene.payment(psp, charge.id)).toMatchObject({ captured: first + second, refunded: first + second });
  expectSound(scene);
});
