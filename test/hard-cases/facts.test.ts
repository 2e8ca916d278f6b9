import { describe, expect, test } from '@jest/globals';
import { capabilitiesOf } from '../../lib/psp/capabilities-of.ts';
import { pspNames as every, profileOf } from '../simulation/psp/draw-profile.ts';
import { authorized, captured, deliverAll, eventAbout, type OneCharge, unnamed } from './authorized.ts';
import { expectSound } from './expect-sound.ts';

/** What was done elsewhere is heard of by webhook, then looked at by whoever asks. */
const reportElsewhere = async (one: OneCharge): Promise<void> => {
  await one.scene.pass(60_000);
  await deliverAll(one);
  one.scene.refresh(one.id);
  await one.scene.pass(60_000);
};

describe('a payment that was to be captured by itself, and was voided before', () => {
  const voided = async (psp: 'checkout_com' | 'adyen', { refunded = false } = {}): Promise<OneCharge> => {
    const one = await captured(psp);
    const { scene, id } = one;
    if (refunded) {
      scene.refund(id, 1_000);
      await scene.pass(120_000);
      await deliverAll(one);
    }
    const payment = scene.payment(psp, id);
    payment.status = 'authorized';
    payment.captured = 0;
    scene.elsewhere(psp, id, 'cancel');
    return one;
  };

  test('is not paid, once its PSP shows that', async () => {
    const one = await voided('checkout_com');
    const { scene, session, charge } = one;
    await reportElsewhere(one);
    expect(charge()).toMatchObject({ status: 'canceled', amount_captured: 0, amount_refundable: 0 });
    expect(scene.session(session)?.payment_status).toBe('canceled');
    expect(scene.reported('capture_failed')).toBe(1);
  });

  test('stays paid if its PSP cannot be asked, and only an event says so; it is marked', async () => {
    const one = await voided('adyen');
    await reportElsewhere(one);
    expect(one.charge()).toMatchObject({ status: 'captured', amount_captured: 2_599, external: true });
  });

  test('stays paid if a part was refunded: then it had been captured', async () => {
    const one = await voided('checkout_com', { refunded: true });
    await reportElsewhere(one);
    expect(one.charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
  });
});

describe('3. a capture that is reported failed', () => {
  test.each([true, false])(
    'reported again after a new capture: still paid (named by the PSP: %s)',
    async (its_own) => {
      const one = await authorized('adyen');
      const { scene, psp, id, charge } = one;
      scene.operate('capture', id);
      await scene.pass(120_000);
      await scene.deliver(psp, eventAbout(scene, 'capture'));
      expect(charge().status).toBe('captured');
      scene.takeBack(psp, id, 'capture');
      const failure = unnamed(eventAbout(scene, 'capture'), its_own);
      await scene.deliver(psp, failure);
      expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
      expect(scene.session(one.session)?.payment_status).toBe('authorized');
      scene.operate('capture', id);
      await scene.pass(120_000);
      await scene.deliver(psp, failure);
      await scene.deliver(psp, { ...failure, id: 'evt_told_again' });
      expect(charge().status).toBe('capturing');
      await scene.deliver(psp, eventAbout(scene, 'capture'));
      expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
      await scene.deliver(psp, failure);
      await scene.deliver(psp, { ...failure, id: 'evt_told_again' });
      expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
      expectSound(scene);
    },
  );

  test('leaves its charge to be compared with the books like any other', async () => {
    const { scene, psp, id, charge } = await authorized('adyen');
    scene.operate('capture', id);
    await scene.pass(120_000);
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    scene.takeBack(psp, id, 'capture');
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    expect(charge().status).toBe('authorized');
    expectSound(scene);
    const payment = scene.payment(psp, id);
    payment.status = 'captured';
    payment.captured = 2_599;
    scene.checker.end();
    expect(scene.checker.violation()).toMatchObject({ what: expect.stringContaining(id) });
  });

  test('is not forgotten by a hundred events that come after it', async () => {
    const { scene, psp, id, charge } = await authorized('adyen');
    scene.operate('capture', id);
    await scene.pass(120_000);
    const capture = eventAbout(scene, 'capture');
    await scene.deliver(psp, capture);
    scene.takeBack(psp, id, 'capture');
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    for (let n = 0; n < 101; n++)
      await scene.deliver(psp, { ...eventAbout(scene, 'authorization'), id: `evt_${n}` });
    await scene.deliver(psp, capture);
    expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
    expectSound(scene);
  });
});

describe('5. 10.00 of 25.99 captured elsewhere', () => {
  test.each(every)('at %s, then captured here: refundable is what the PSP has', async (psp) => {
    const one = await authorized(psp);
    const { scene, id, charge } = one;
    scene.elsewhere(psp, id, 'capture', 1_000);
    await scene.pass(60_000);
    scene.operate('capture', id);
    await scene.pass(29_000);
    await reportElsewhere(one);
    await scene.recover(30);
    await deliverAll(one);
    // A PSP that captures more than once has captured what was left of the hold.
    const total = profileOf(psp).captures === 'once' ? 1_000 : 2_599;
    expect(scene.payment(psp, id).captured).toBe(total);
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: total, amount_refundable: total });
    expect(scene.session(one.session)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test.each(every)('at %s, heard of first: nothing more is captured here', async (psp) => {
    const one = await authorized(psp);
    const { scene, id, charge } = one;
    scene.elsewhere(psp, id, 'capture', 1_000);
    await reportElsewhere(one);
    expect(charge()).toMatchObject({
      status: 'captured',
      amount_captured: 1_000,
      amount_refundable: 1_000,
      external: true,
    });
    const asked = scene.operate('capture', id);
    await scene.pass(1_000);
    expect(asked.given()?.body).toContain('charge_not_capturable');
    expectSound(scene);
  });

  test.each(['stripe', 'checkout_com', 'paypal', 'square'] as const)(
    'at %s, told while a capture of ours is being refused: the event is not lost',
    async (psp) => {
      const one = await authorized(psp);
      const { scene, id, charge } = one;
      scene.elsewhere(psp, id, 'capture', 1_000);
      await scene.pass(120_000);
      const { event } = scene.sent.at(-1) ?? { event: eventAbout(scene, 'capture') };
      const shown = { outcome: 'captured', psp_reference: charge().psp_reference, amount_captured: 1_000 };
      let show: (answer: typeof shown) => void = () => undefined;
      const lost = { outcome: 'unknown', doubt: 'timeout' };
      scene.script(psp, 'lookUp', new Promise((resolve) => (show = resolve)), lost, lost);
      scene.script(psp, 'capture', { outcome: 'failed', reason: 'invalid_request' });
      let taken = false;
      scene.service.receive(psp, event, () => {});
      await scene.pass(100);
      const refused = scene.operate('capture', id);
      await scene.pass(5_000);
      expect(refused.given()?.status).toBe(409);
      show(shown);
      await scene.pass(5_000);
      // As PSPs do: what was not taken comes again.
      for (let again = 0; !taken && again < 20; again++) {
        await scene.pass(60_000);
        taken = await scene.deliver(psp, event);
      }
      expect(taken).toBe(true);
      expect(charge()).toMatchObject({ status: 'captured', amount_captured: 1_000, external: true });
      expectSound(scene);
    },
  );
});

describe('9. changes made at the PSP and not here', () => {
  test.each(every)('at %s: a void is taken over', async (psp) => {
    const one = await authorized(psp);
    const { scene, id, charge } = one;
    scene.elsewhere(psp, id, 'cancel');
    await reportElsewhere(one);
    expect(charge()).toMatchObject({ status: 'canceled', hold: 'voided', external: true });
    expect(scene.session(one.session)?.payment_status).toBe('canceled');
    expectSound(scene);
  });

  test.each(every)('at %s: a hold that lapsed is taken over', async (psp) => {
    const one = await authorized(psp);
    const { scene, id, charge } = one;
    scene.lapse(psp, id);
    await reportElsewhere(one);
    expect(charge()).toMatchObject({ status: 'canceled', hold: 'expired' });
    expectSound(scene);
  });

  test.each(every)('at %s: a refund is taken over, and only the rest is refundable', async (psp) => {
    const one = await captured(psp);
    const { scene, id, charge } = one;
    const elsewhere = scene.elsewhere(psp, id, 'refund', 2_000);
    await reportElsewhere(one);
    expect(Object.values(charge().refunds)).toMatchObject([
      { amount: 2_000, status: 'succeeded', external: true, psp_reference: elsewhere.id },
    ]);
    expect(charge()).toMatchObject({ amount_refundable: 599, external: true });
    const refund = scene.refund(id, 600);
    await scene.pass(5_000);
    expect(refund.given()?.body).toContain('refund_amount_too_large');
    expectSound(scene);
  });

  test.each(['stripe', 'checkout_com', 'paypal', 'square'] as const)(
    'at %s: a refund for which too little is left is answered with what is left',
    async (psp) => {
      const one = await captured(psp);
      const { scene, id, charge } = one;
      scene.elsewhere(psp, id, 'refund', 2_000);
      // Whoever has only just refunded there is not shown it at once.
      await scene.pass(90_000);
      const refund = scene.refund(id, 1_000);
      await scene.pass(29_000);
      expect(refund.given()?.body).toContain('expected at most 599');
      await scene.recover(20);
      expect(charge()).toMatchObject({ amount_refundable: 599, external: true });
      expectSound(scene);
    },
  );
});

describe('11. the simulated PSPs', () => {
  test.each(every)('%s can do what its adapter says', (psp) => {
    const { amounts, brands, card, ...capabilities } = capabilitiesOf[psp] ?? {};
    expect(profileOf(psp).account.capabilities).toMatchObject(capabilities);
  });
});
