import { describe, expect, test } from '@jest/globals';
import { profileOf } from '../simulation/psp/draw-profile.ts';
import { authorized, eventAbout } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { decided, reviewed } from './reviewed.ts';
import { createScene } from './scene.ts';

const nothingKnown = { outcome: 'unknown', doubt: 'timeout' };

describe('how much of a capture a person has said', () => {
  test.each([743, 2_000])('at Adyen gives way to the event, which says 10.00: %d', async (amount) => {
    const one = await authorized('adyen');
    const { scene, psp, id, charge } = one;
    scene.operate('capture', id);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    await decided(one, { outcome: 'succeeded', amount });
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: amount });
    const event = eventAbout(scene, 'capture');
    const answer = {
      outcome: 'succeeded',
      psp_reference: event.operation_reference ?? '',
      amount: 1_000,
    } as const;
    const notified = {
      ...event,
      money: { amount: 1_000, currency: 'eur' },
      claim: { about: 'capture', result: answer },
    } as const;
    await scene.deliver(psp, notified);
    await scene.deliver(psp, { ...notified, id: 'told_again' });
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000, amount_refundable: 1_000 });
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('is confirmed by an event that says the same, without an alarm', async () => {
    const one = await reviewed('adyen', 'capture');
    const { scene, psp, charge } = one;
    await decided(one, { outcome: 'succeeded', amount: 2_599 });
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expect(charge().presumed).toBeUndefined();
    expect(scene.reported('decision_contradicted')).toBe(0);
  });
});

describe('that a person was wrong is an alarm', () => {
  test('of a capture called done that has failed, by its name', async () => {
    const one = await authorized('adyen');
    const { scene, psp, id, charge } = one;
    scene.plan('operation_refused');
    scene.operate('capture', id);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    await decided(one, { outcome: 'succeeded', amount: 1_000 });
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('of a cancel called failed that was done', async () => {
    const one = await reviewed('adyen', 'cancel');
    const { scene, psp, charge } = one;
    await decided(one, { outcome: 'failed' });
    expect(charge().status).toBe('authorized');
    await scene.deliver(psp, eventAbout(scene, 'cancel'));
    expect(charge().status).toBe('canceled');
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('but not that a hold lapses whose cancel has failed', async () => {
    const one = await authorized('adyen');
    const { scene, psp, id, charge } = one;
    scene.plan('operation_refused');
    scene.operate('cancel', id);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    await decided(one, { outcome: 'failed' });
    scene.lapse(psp, id);
    await scene.deliver(psp, eventAbout(scene, 'authorization'));
    expect(charge().status).toBe('canceled');
    expect(scene.reported('decision_contradicted')).toBe(0);
  });

  test.each(['adyen', 'checkout_com'] as const)(
    'of an attempt at %s called absent that took the money, which goes back',
    async (psp) => {
      const scene = createScene({ psps: [profileOf(psp)] });
      const { id: session } = await scene.create();
      scene.holdWebhooks();
      scene.script(psp, 'authorize', ...Array(9).fill(nothingKnown));
      for (const kind of ['lookUp', 'cancelByReference'])
        scene.script(psp, kind, ...Array(60).fill(nothingKnown));
      scene.confirm(session);
      await scene.pass(29_000);
      await scene.recover(24 * 60 + 5);
      const [charge] = scene.chargesOf(session);
      if (!charge) throw new Error('nothing was charged');
      await decided({ scene, id: charge.id }, { outcome: 'absent' });
      for (const kind of ['lookUp', 'cancelByReference']) scene.script(psp, kind);
      scene.arrive(charge);
      await scene.pass(120_000);
      await scene.deliver(psp, eventAbout(scene, 'authorization'));
      await scene.recover(5);
      expect(scene.chargesOf(session)).toMatchObject([{ status: 'failed', reversal: { amount: 2_599 } }]);
      expect(scene.reported('decision_contradicted')).toBe(1);
    },
  );
});

test('that a capture has failed confirms a person: that it was done once, which is told late, counts no more', async () => {
  const one = await reviewed('adyen', 'capture');
  const { scene, psp, id, charge } = one;
  const done = eventAbout(scene, 'capture');
  scene.takeBack(psp, id, 'capture');
  await decided(one, { outcome: 'failed' });
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.deliver(psp, done);
  expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  expect(scene.reported('decision_contradicted')).toBe(0);
  expectSound(scene);
});

test('a capture called failed counts although another was asked for since, which took the rest', async () => {
  const one = await reviewed('adyen', 'capture', 1_000);
  const { scene, psp, id, charge } = one;
  const first = eventAbout(scene, 'capture');
  await decided(one, { outcome: 'failed' });
  scene.operate('capture', id, 1_599);
  await scene.pass(120_000);
  await scene.deliver(psp, first);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.deliver(psp, { ...first, id: 'told_again' });
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
  expect(scene.reported('decision_contradicted')).toBe(1);
});

test('a void that is told confirms what a person decided: that a cancel has failed undoes it no more', async () => {
  const one = await authorized('adyen');
  const { scene, psp, id, charge } = one;
  scene.plan('operation_refused');
  scene.operate('cancel', id);
  await scene.pass(120_000);
  const failure = eventAbout(scene, 'cancel');
  await scene.recover(24 * 60 + 5);
  await decided(one, { outcome: 'succeeded' });
  scene.elsewhere(psp, id, 'cancel');
  await scene.deliver(psp, eventAbout(scene, 'authorization'));
  await scene.deliver(psp, failure);
  expect(charge().status).toBe('canceled');
});

test('a void in a dashboard that contradicts a capture called done is marked as made elsewhere', async () => {
  const one = await authorized('stripe');
  const { scene, id, charge } = one;
  scene.elsewhere('stripe', id, 'cancel');
  scene.script('stripe', 'capture', ...Array(60).fill(nothingKnown));
  scene.script('stripe', 'lookUp', ...Array(200).fill(nothingKnown));
  scene.operate('capture', id);
  await scene.pass(29_000);
  await scene.recover(24 * 60 + 5);
  scene.checker.misjudged(id);
  await decided(one, { outcome: 'succeeded' });
  scene.script('stripe', 'lookUp');
  scene.refresh(id);
  await scene.pass(10_000);
  expect(charge()).toMatchObject({ status: 'canceled', hold: 'voided', external: true });
  expectSound(scene);
});

test.each(['adyen', 'checkout_com'] as const)(
  'an automatic capture at %s that fails while its attempt is not known yet is not counted',
  async (psp) => {
    const scene = createScene({ psps: [profileOf(psp)] });
    const { id: session } = await scene.create();
    scene.holdWebhooks();
    scene.plan('automatic_capture_fails');
    scene.script(psp, 'cancelByReference', ...Array(9).fill(nothingKnown));
    scene.script(psp, 'authorize', nothingKnown, nothingKnown, nothingKnown);
    scene.confirm(session);
    await scene.pass(29_000);
    const [charge] = scene.chargesOf(session);
    if (!charge) throw new Error('nothing was charged');
    scene.arrive(charge);
    const approval = eventAbout(scene, 'authorization');
    await scene.pass(2_400_000);
    const failure = eventAbout(scene, 'capture');
    // What a look-up that runs behind still shows.
    scene.script(psp, 'lookUp', {
      outcome: 'captured',
      amount_captured: 2_599,
      psp_reference: scene.payment(psp, charge.id).id,
    });
    expect(await scene.deliver(psp, failure)).toBe(false);
    await scene.deliver(psp, approval);
    await scene.deliver(psp, failure);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'authorized', amount_captured: 0 }]);
    expectSound(scene);
  },
);

test('a failure that names no capture, while ours is being worked on, is not taken for ours before that can show', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  scene.operate('capture', id);
  await scene.pass(800);
  expect(charge().capture?.status).toBe('accepted');
  const answer = { outcome: 'failed', reason: 'processor_error' } as const;
  const failure = {
    id: 'refused_elsewhere',
    reference: id,
    psp_reference: charge().psp_reference ?? '',
    money: { amount: 1_000, currency: 'eur' },
    claim: { about: 'capture', result: answer },
  } as const;
  scene.script(psp, 'lookUp', { outcome: 'approved', psp_reference: failure.psp_reference });
  expect(await scene.deliver(psp, failure)).toBe(false);
  await scene.pass(180_000);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(await scene.deliver(psp, failure)).toBe(false);
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
  expectSound(scene);
});

test('less than a person says was captured was captured by somebody else', async () => {
  const one = await authorized('stripe');
  const { scene, id, charge } = one;
  scene.elsewhere('stripe', id, 'capture', 1_000);
  scene.script('stripe', 'capture', ...Array(60).fill(nothingKnown));
  scene.script('stripe', 'lookUp', ...Array(200).fill(nothingKnown));
  scene.operate('capture', id);
  await scene.pass(29_000);
  await scene.recover(24 * 60 + 5);
  scene.checker.misjudged(id);
  await decided(one, { outcome: 'succeeded' });
  scene.script('stripe', 'lookUp');
  scene.refresh(id);
  await scene.pass(10_000);
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000, external: true });
  expectSound(scene);
});
