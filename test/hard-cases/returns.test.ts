import { describe, expect, test } from '@jest/globals';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { expectSound } from './expect-sound.ts';
import { createScene } from './scene.ts';

const away = async (psp: PspKind) => {
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id: session } = await scene.create();
  scene.plan('authentication');
  scene.confirm(session);
  await scene.pass(20_000);
  const charge = scene.chargesOf(session)[0]?.id ?? '';
  const status = () => scene.session(session)?.payment_status;
  expect(status()).toBe('requires_action');
  return { scene, session, charge, status };
};

describe('7. a credential on file', () => {
  const paidWith = async (token: string, stored_credentials?: true) => {
    const scene = createScene({ psps: [profileOf('stripe')] });
    const { id } = await scene.create();
    const confirmed = scene.confirmWith(id, 'stripe', token, stored_credentials);
    await scene.pass(20_000);
    return { scene, id, confirmed };
  };

  test('is refused to a session token, before anything is written or sent', async () => {
    const { scene, id, confirmed } = await paidWith('stored_1');
    expect(confirmed.given()?.status).toBe(400);
    expect(confirmed.given()?.body).toContain('payment_method');
    expect(scene.chargesOf(id)).toHaveLength(0);
    expect(scene.session(id)?.rev).toBe(1);
  });

  test('is charged for an API key', async () => {
    const { scene, id } = await paidWith('stored_1', true);
    expect(scene.session(id)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('a token that pays once needs no API key', async () => {
    const { scene, id } = await paidWith('once_1');
    expect(scene.session(id)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('what is no token of this PSP is refused', async () => {
    const { scene, id, confirmed } = await paidWith('something else');
    expect(confirmed.given()?.status).toBe(400);
    expect(scene.chargesOf(id)).toHaveLength(0);
  });
});

describe('8. after 3-D Secure', () => {
  test('a completion whose response was lost, then refused, is not unpaid', async () => {
    const { scene, session, charge, status } = await away('adyen');
    scene.holdWebhooks();
    scene.plan('answer_lost');
    scene.complete(session, charge, 'approved');
    await scene.pass(29_000);
    expect(scene.calls('complete')).toEqual([`adyen ${charge} unknown`, `adyen ${charge} invalid_request`]);
    expect(status()).toBe('processing');
    for (const { event } of [...scene.sent]) await scene.deliver('adyen', event);
    expect(status()).toBe('paid');
    expectSound(scene);
  });

  test.each(['not_sent', 'rate_limited'] as const)(
    'a completion that provably never left (%s) is undone: the next return is a new try',
    async (fault) => {
      const { scene, session, charge, status } = await away('adyen');
      scene.plan(fault, { times: 5 });
      scene.complete(session, charge, 'approved');
      await scene.pass(29_000);
      expect(status()).toBe('requires_action');
      scene.planned.clear();
      scene.complete(session, charge, 'approved');
      await scene.pass(29_000);
      expect(status()).toBe('paid');
      expectSound(scene);
    },
  );

  test("a return during recovery's look-up is completed", async () => {
    for (let apart = 0; apart < 12; apart++) {
      const { scene, session, charge, status } = await away('adyen');
      await scene.pass(45_000);
      scene.service.recover();
      await scene.pass(apart);
      scene.complete(session, charge, 'approved');
      await scene.pass(29_000);
      expect(scene.calls('complete')).toHaveLength(1);
      expect(status()).toBe('paid');
      expectSound(scene);
    }
  });

  test("another session's payment pays nothing here", async () => {
    const { scene, session, charge, status } = await away('adyen');
    const { id: dear } = await scene.create({ amount: 99_900 });
    scene.plan('authentication');
    scene.confirm(dear);
    await scene.pass(20_000);
    scene.complete(dear, scene.chargesOf(dear)[0]?.id ?? '', 'approved', charge);
    await scene.pass(60_000);
    expect(scene.session(dear)?.payment_status).toBe('processing');
    expect(status()).toBe('paid');
    expect(scene.payment('adyen', charge).session).toBe(session);
    expect(scene.checker.violation()).toBeUndefined();
  });
});

describe('a customer who authenticates and never comes back', () => {
  const authenticated = async () => {
    const all = await away('paypal');
    const { scene, charge } = all;
    scene.holdWebhooks();
    scene.servers.get('paypal')?.answerBank(charge, true);
    const [reported] = scene.sent.filter(({ event }) => event.claim.about === 'authentication');
    if (!reported) throw new Error('nothing was told');
    return { ...all, reported: reported.event };
  };

  test('has paid once the PSP tells of it, however often it does', async () => {
    const { scene, charge, status, reported: notified } = await authenticated();
    expect(status()).toBe('requires_action');
    expect(await scene.deliver('paypal', notified, 3)).toBe(true);
    expect(status()).toBe('paid');
    expect(await scene.deliver('paypal', notified)).toBe(true);
    expect(scene.calls('complete')).toEqual([`paypal ${charge} captured`]);
    expectSound(scene);
  });

  test('or does come back, at whatever moment: one completion', async () => {
    for (let apart = 0; apart < 6_000; apart += 250) {
      const { scene, session, charge, status, reported: notified } = await authenticated();
      scene.service.receive('paypal', notified, () => undefined);
      await scene.pass(apart);
      scene.complete(session, charge, 'approved');
      await scene.pass(29_000);
      expect(scene.calls('complete')).toHaveLength(1);
      expect(status()).toBe('paid');
      expectSound(scene);
    }
  });

  test('has not paid by the event alone: a completion that never left is tried again with the next delivery', async () => {
    const { scene, status, reported: notified } = await authenticated();
    scene.plan('not_sent', { times: 2 });
    expect(await scene.deliver('paypal', notified)).toBe(false);
    expect(status()).toBe('requires_action');
    expect(await scene.deliver('paypal', notified)).toBe(true);
    expect(status()).toBe('paid');
    expectSound(scene);
  });

  test('does not pay for a session that has ended', async () => {
    const { scene, session, charge, reported: notified } = await authenticated();
    scene.expire(session);
    await scene.pass(20_000);
    expect(await scene.deliver('paypal', notified)).toBe(true);
    await scene.recover(5);
    expect(scene.session(session)?.payment_status).toBe('unpaid');
    expect(scene.payment('paypal', charge)).toMatchObject({ captured: 0 });
    expectSound(scene);
  });

  test('and whose answer is lost is found out like any other', async () => {
    const { scene, charge, status, reported: notified } = await authenticated();
    scene.plan('answer_lost');
    await scene.deliver('paypal', notified);
    await scene.recover(5);
    expect(status()).toBe('paid');
    expect(scene.payment('paypal', charge)).toMatchObject({ captured: 2_599 });
    expectSound(scene);
  });
});
