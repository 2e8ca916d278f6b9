import { describe, expect, test } from '@jest/globals';
import { pspNames as every, type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { isLive } from '../simulation/psp/ledger.ts';
import { expectSound } from './expect-sound.ts';
import { createScene } from './scene.ts';

/** PSPs at which the attempt ends at once: those that wait for our completion, and those whose cancel answers. */
const ending = ['stripe', 'adyen', 'paypal', 'square'] as const satisfies readonly PspKind[];
/** PSPs that take the money by themselves once the customer is done at the bank. */
const byThemselves = ['stripe', 'square', 'checkout_com'] as const satisfies readonly PspKind[];

/** A customer has been sent to the bank, and has come back to the shop without an end of it. */
const back = async (psp: PspKind, { manual = false } = {}) => {
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id: session } = await scene.create({ manual });
  scene.plan('authentication');
  scene.confirm(session, 'first');
  await scene.pass(20_000);
  const charges = () => scene.chargesOf(session);
  const old = charges()[0]?.id ?? '';
  const status = () => scene.session(session)?.payment_status;
  expect(status()).toBe('requires_action');
  const server = scene.servers.get(psp);
  const live = () => [...(server?.ledger.payments.values() ?? [])].flat().filter(isLive);
  const another = async (key?: string) => {
    const asked = scene.confirm(session, key);
    await scene.pass(29_000);
    return asked.given();
  };
  const finish = async (charge = old) => {
    server?.answerBank(charge, true);
    const asked = scene.complete(session, charge, 'approved');
    await scene.pass(29_000);
    return asked.given();
  };
  const healed = async () => {
    scene.planned.clear();
    await scene.recover(45);
    await scene.pass(3 * 3_600_000);
    // Where nobody can be asked, a person is told in the end.
    await scene.recover(charges().some((charge) => charge.status === 'pending') ? 24 * 60 + 5 : 3);
    expectSound(scene);
    expect(live().length).toBeLessThan(2);
  };
  return { scene, psp, session, old, charges, status, server, live, another, finish, healed };
};

describe('a customer comes back from the bank and pays with another card', () => {
  test.each(ending)('at %s: the challenge is ended, and the new attempt pays', async (psp) => {
    const { another, charges, status, live, finish, healed } = await back(psp);
    expect(await another()).toMatchObject({ status: 200, body: expect.stringContaining('"paid"') });
    expect(charges()).toMatchObject([{ status: 'failed', outcome: 'canceled' }, { status: 'captured' }]);
    await finish();
    expect([status(), live().length]).toEqual(['paid', 1]);
    await healed();
  });

  test('at checkout_com: refused with the way on, and the challenge can still be finished', async () => {
    const { another, charges, scene, session, status, finish, healed } = await back('checkout_com');
    const refused = await another('second');
    expect(refused?.status).toBe(409);
    expect(JSON.parse(refused?.body ?? '').error).toMatchObject({
      code: 'payment_in_progress',
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: scene.session(session)?.next_action } },
    });
    expect(charges()).toMatchObject([{ status: 'requires_action' }]);
    await finish();
    expect(status()).toBe('paid');
    expect(await another('second')).toMatchObject({ status: 200 });
    expect(charges()).toHaveLength(1);
    await healed();
  });

  test.each(ending)('at %s, and is sent to the bank again', async (psp) => {
    const { scene, another, charges, status, finish, healed } = await back(psp);
    scene.plan('authentication');
    expect(await another()).toMatchObject({ body: expect.stringContaining('"requires_action"') });
    const [, newer] = charges();
    await finish();
    expect(status()).toBe('requires_action');
    expect(scene.calls('complete').filter((call) => !call.includes(newer?.id ?? '-'))).toEqual([]);
    await finish(newer?.id);
    expect([
      status(),
      scene.session(scene.chargesOf(newer?.session ?? '')[0]?.session ?? '')?.charge,
    ]).toEqual(['paid', newer?.id]);
    await healed();
  });

  test.each(every)('at %s, with the old return at whatever moment: one of them pays', async (psp) => {
    for (let apart = 0; apart < 1_200; apart += 60) {
      const { scene, session, old, server, another, live, status, healed } = await back(psp);
      const asked = another();
      await scene.pass(apart);
      server?.answerBank(old, true);
      scene.complete(session, old, 'approved');
      await asked;
      await scene.pass(29_000);
      expect([status(), live().length]).toEqual(['paid', 1]);
      await healed();
    }
  });

  test.each(byThemselves)(
    'at %s, after the bank said yes and nobody had told: it is paid, once',
    async (psp) => {
      const { scene, server, old, another, charges, live, status, healed } = await back(psp);
      scene.holdWebhooks();
      server?.answerBank(old, true);
      const given = await another();
      expect(charges()).toHaveLength(1);
      expect(live()).toHaveLength(1);
      // Only a cancel by reference can show that it has paid.
      expect(given?.status).toBe(psp === 'checkout_com' ? 409 : 200);
      if (psp !== 'checkout_com') expect(given?.body).toContain('"paid"');
      await scene.recover(3);
      expect(status()).toBe('paid');
      await healed();
    },
  );

  test.each(ending)('at %s, where money is only held: one hold', async (psp) => {
    const { server, old, another, charges, live, healed } = await back(psp, { manual: true });
    server?.answerBank(old, true);
    await another();
    const held = charges().filter(({ status }) => status === 'authorized');
    expect([held.length, live().length]).toEqual([1, 1]);
    await healed();
  });

  test.each(ending)('at %s in two tabs at the same moment: one of them', async (psp) => {
    for (let apart = 0; apart < 400; apart += 20) {
      const { scene, another, charges, live, healed } = await back(psp);
      const one = another();
      await scene.pass(apart);
      const [first, second] = [await another(), await one];
      const statuses = [first?.status, second?.status].sort();
      expect([
        [200, 200],
        [200, 409],
      ]).toContainEqual(statuses);
      expect(charges().filter(({ status }) => status === 'captured')).toHaveLength(1);
      expect(live()).toHaveLength(1);
      await healed();
    }
  });

  test.each(ending)(
    'at %s under one key, repeated at once and later: one attempt, the same answer',
    async (psp) => {
      for (let apart = 0; apart < 400; apart += 40) {
        const { scene, session, another, charges, healed } = await back(psp);
        const first = another('second');
        await scene.pass(apart);
        const beside = await another('second');
        const answers = [await first, beside, await another('second')];
        const paid = answers.flatMap((given) => (given?.status === 200 ? given.body : []));
        expect(new Set(paid)).toEqual(new Set([expect.stringContaining('"paid"')]));
        for (const given of answers)
          if (given?.status !== 200)
            expect(given?.body).toMatch(/idempotency_key_in_use|payment_in_progress/);
        expect((await another('first'))?.body).toContain('"requires_action"');
        const reused = scene.confirm(session, 'second', 'another body');
        await scene.pass(20_000);
        expect(reused.given()?.status).toBe(422);
        expect(charges()).toHaveLength(2);
        await healed();
      }
    },
  );

  test.each(ending)('at %s, and the function dies anywhere: the next try pays, once', async (psp) => {
    for (let port = 0; port < 12; port++) {
      const { scene, another, charges, status, live, healed } = await back(psp);
      scene.plan('killed', { after: port });
      const first = await another('second');
      scene.planned.clear();
      const again = await another('second');
      if (first) expect(again?.body).toBe(first.body);
      if (status() !== 'paid') await scene.recover(45);
      // What died before its call has sent nothing, and what it had recorded has ended: the customer tries again.
      if (status() === 'unpaid' || status() === 'requires_action') await another('third');
      expect(charges().filter(({ status }) => status === 'captured').length).toBeLessThan(2);
      expect(live().length).toBeLessThan(2);
      await healed();
    }
  });

  test.each(['stripe', 'square'] as const)(
    'at %s, whose cancel is not answered: refused, then ended',
    async (psp) => {
      const { scene, another, charges, status, healed } = await back(psp);
      scene.script(psp, 'cancelByReference', { outcome: 'unknown', doubt: 'timeout' });
      const refused = await another();
      expect([refused?.status, JSON.parse(refused?.body ?? '').error.next_action?.type]).toEqual([
        409,
        'redirect_to_url',
      ]);
      expect(charges()).toMatchObject([{ status: 'requires_action' }]);
      await another();
      expect(status()).toBe('paid');
      await healed();
    },
  );

  test.each(['stripe', 'square'] as const)(
    'at %s, whose cancel is not answered, and who then finishes the challenge: paid, once',
    async (psp) => {
      const { scene, another, live, status, finish, healed } = await back(psp);
      scene.script(psp, 'cancelByReference', { outcome: 'unknown', doubt: 'timeout' });
      await another();
      await finish();
      await scene.recover(5);
      expect([status(), live().length]).toEqual(['paid', 1]);
      await healed();
    },
  );
});

describe('what still comes of a challenge that was left', () => {
  test('an approval at the bank completes nothing', async () => {
    const { scene, old, server, another, live, healed } = await back('paypal');
    scene.holdWebhooks();
    server?.answerBank(old, true);
    const [reported] = scene.sent.filter(({ event }) => event.claim.about === 'authentication');
    if (!reported) throw new Error('nothing was told');
    await another();
    expect(await scene.deliver('paypal', reported.event, 2)).toBe(true);
    expect(scene.calls('complete')).toEqual([]);
    expect(live()).toMatchObject([{ status: 'captured' }]);
    await healed();
  });

  test('an approval that is told while the new card is taken completes nothing, or leaves nothing to take', async () => {
    for (let apart = 0; apart < 4_000; apart += 160) {
      const { scene, old, server, another, live, status, healed } = await back('paypal');
      server?.answerBank(old, true);
      await scene.pass(apart);
      await another();
      await scene.pass(60_000);
      expect([status(), live().length]).toEqual(['paid', 1]);
      await healed();
    }
  });

  test('a forged return that completes it through the newer attempt: its money goes back', async () => {
    const { scene, session, old, another, charges, healed } = await back('adyen');
    scene.plan('authentication');
    await another();
    const newer = charges()[1]?.id ?? '';
    scene.complete(session, newer, 'approved', old);
    await scene.pass(60_000);
    await scene.recover(10);
    expect(charges()[0]?.reversal).toMatchObject({ status: 'done' });
    await healed();
  });

  test('an offer that its PSP withdraws changes nothing', async () => {
    for (const psp of ending) {
      const { scene, another, status, healed } = await back(psp);
      await another();
      await scene.pass(13 * 3_600_000);
      expect(status()).toBe('paid');
      await healed();
    }
  });

  test('its return says that it has failed while nothing newer is open, and that the order is paid once it is', async () => {
    const { scene, session, old, another, finish } = await back('adyen');
    scene.plan('declined');
    await another();
    expect(JSON.parse((await finish(old))?.body ?? '')).toMatchObject({
      id: session,
      payment_status: 'unpaid',
    });
    await another();
    expect(JSON.parse((await finish(old))?.body ?? '')).toMatchObject({ payment_status: 'paid' });
  });
});
