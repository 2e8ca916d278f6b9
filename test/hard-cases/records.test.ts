import { describe, expect, test } from '@jest/globals';
import { defined } from '../../lib/types/defined.ts';
import { profileOf } from '../simulation/psp/draw-profile.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { createScene, type Scene } from './scene.ts';

const day_ms = 86_400_000;

describe('a confirm whose function died', () => {
  test('is answered under its key once recovery has looked, however long the outcome takes', async () => {
    const scene = createScene({ psps: [profileOf('checkout_com')] });
    const { id: session } = await scene.create();
    scene.plan('killed', { after: 5 });
    scene.confirm(session, 'key-1');
    await scene.pass(29_000);
    const meanwhile = scene.confirm(session, 'key-1');
    await scene.pass(1_000);
    expect(meanwhile.given()?.body).toContain('idempotency_key_in_use');
    await scene.recover(3);
    const after = scene.confirm(session, 'key-1');
    await scene.pass(1_000);
    expect(after.given()?.status).toBe(200);
    await scene.recover(30);
    expectSound(scene);
  });
});

describe('10. who wrote it', () => {
  /** One that was declined, took the money all the same and is on its way back, and the next one, of which nobody knows yet. */
  const twoOpen = async () => {
    const scene = createScene({
      psps: [profileOf('stripe', 'one'), profileOf('keeps_success', 'two')],
    });
    const { id: session } = await scene.create();
    scene.script('one', 'authorize', { outcome: 'processor_error' });
    scene.plan('request_lost', { times: 2 });
    scene.confirm(session);
    await scene.pass(29_000);
    const [late, next] = scene.chargesOf(session);
    expect([late?.status, next?.status]).toEqual(['failed', 'pending']);
    scene.script('one', 'refund', { outcome: 'unknown', doubt: 'timeout' });
    if (late) scene.arrive(late);
    await scene.pass(50_000);
    const open = await scene.store.open(0, 10);
    expect(new Set(open.map(({ id }) => id))).toEqual(new Set([late?.id, next?.id]));
    return { scene, session, late: late?.id ?? '', next: next?.id ?? '' };
  };

  test.each(['storage_lost_before', 'storage_lost_after'] as const)(
    'two charges of one session in one recovery run never take each other for themselves: %s',
    async (fault) => {
      for (let after = 0; after < 20; after++) {
        const { scene, session, late, next } = await twoOpen();
        scene.plan(fault, { after, times: 2 });
        await scene.recover(45);
        scene.planned.clear();
        await scene.recover(200);
        expect(scene.store.charges.get(late)?.reversal?.status).toBe('done');
        expect(scene.store.charges.get(next)?.status).toBe('failed');
        expect(scene.session(session)?.payment_status).toBe('unpaid');
        expect(scene.session(session)?.attempts).toMatchObject([
          { charge: late, reversed: true },
          { charge: next },
        ]);
        expectSound(scene);
      }
    },
  );

  test('two charges of one session settled at one moment stay apart', async () => {
    for (let apart = -40; apart <= 40; apart += 2) {
      const { scene, session, late, next } = await twoOpen();
      await scene.pass(20_000);
      let back: (answer: object) => void = () => undefined;
      let found: (answer: object) => void = () => undefined;
      scene.script('one', 'refund', new Promise((resolve) => (back = resolve)));
      scene.script('one', 'lookUp', { outcome: 'unknown', doubt: 'timeout' });
      scene.script('one', 'lookUpRefunds', { outcome: 'unknown', doubt: 'timeout' });
      scene.script('two', 'lookUp', new Promise((resolve) => (found = resolve)));
      scene.service.recover();
      await scene.pass(900);
      const returned = { outcome: 'succeeded', psp_reference: 'refund_1', amount: 2_599 };
      if (apart <= 0) back(returned);
      await scene.pass(Math.max(0, -apart));
      found({ outcome: 'processor_error', psp_reference: 'payment_2' });
      await scene.pass(Math.max(0, apart));
      if (apart > 0) back(returned);
      await scene.pass(30_000);
      expect(scene.store.charges.get(late)?.reversal?.status).toBe('done');
      expect(scene.store.charges.get(next)?.status).toBe('failed');
      expect(scene.session(session)).toMatchObject({
        payment_status: 'unpaid',
        attempts: [{ reversed: true }, { outcome: 'processor_error' }],
      });
    }
  });

  test.each(['checkout_com', 'keeps_success', 'adyen'] as const)(
    'money that arrives at %s after the session has gone is returned all the same',
    async (psp) => {
      const { scene, charge } = await givenUp(psp);
      await scene.pass(32 * day_ms);
      scene.arrive(charge());
      await scene.pass(60_000);
      await scene.recover(180);
      expect(charge().reversal?.status).toBe('done');
      expectSound(scene);
    },
  );

  test('an event after the session was deleted is applied', async () => {
    const scene = createScene({ psps: [profileOf('stripe')] });
    const { id: session } = await scene.create();
    scene.confirm(session);
    await scene.pass(32 * day_ms);
    const id = scene.chargesOf(session)[0]?.id ?? '';
    scene.elsewhere('stripe', id, 'refund', 1_000);
    await scene.pass(60_000);
    expect(scene.store.charges.get(id)).toMatchObject({ amount_refundable: 1_599, external: true });
    const refund = scene.refund(id, 1_599);
    await scene.pass(5_000);
    expect(refund.given()?.status).toBe(200);
    expectSound(scene);
  });
});

describe('12. two sessions of one order', () => {
  const two = async (order: string | undefined) => {
    const scene = createScene({ psps: [profileOf('stripe'), profileOf('checkout_com')] });
    const body = defined({ order });
    const [one, other] = [await scene.create(body), await scene.create(body)];
    return { scene, one: one.id, other: other.id };
  };
  const paid = (scene: Scene) =>
    [...scene.store.sessions.values()].filter(({ payment_status }) => payment_status === 'paid').length;

  test('that is paid once, confirmed at once: one is paid, the other is told so', async () => {
    const { scene, one, other } = await two('order-1');
    const asked = [scene.confirm(one), scene.confirm(other)];
    await scene.pass(29_000);
    expect(asked.map(({ given }) => given()?.status).sort()).toEqual([200, 409]);
    expect(scene.calls('authorize')).toHaveLength(1);
    const again = scene.confirm(other);
    await scene.pass(5_000);
    expect(again.given()?.body).toContain('order_already_paid');
    expect(paid(scene)).toBe(1);
    expectSound(scene);
  });

  test('one in flight holds it, a definite no frees it, a refund does not', async () => {
    const { scene, one, other } = await two('order-1');
    scene.plan('slow');
    scene.confirm(one);
    await scene.pass(100);
    const meanwhile = scene.confirm(other);
    await scene.pass(100);
    expect(meanwhile.given()?.body).toContain('order_in_progress');
    await scene.pass(29_000);
    const id = scene.chargesOf(one)[0]?.id ?? '';
    scene.refund(id);
    await scene.pass(5_000);
    expect(scene.store.charges.get(id)?.amount_refundable).toBe(0);
    const after = scene.confirm(other);
    await scene.pass(5_000);
    expect(after.given()?.body).toContain('order_already_paid');
    expectSound(scene);
  });

  test('a decline frees it', async () => {
    const { scene, one, other } = await two('order-1');
    scene.plan('declined', { times: 2 });
    scene.confirm(one);
    await scene.pass(29_000);
    expect(scene.session(one)?.payment_status).toBe('unpaid');
    scene.planned.clear();
    scene.confirm(other);
    await scene.pass(29_000);
    expect(scene.session(other)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  const paidTwice = async () => {
    const psp = 'adyen';
    const scene = createScene({ psps: [profileOf(psp)] });
    const held = async () => {
      const { id } = await scene.create({ manual: true, order: 'order-1' });
      scene.confirm(id);
      await scene.pass(60_000);
      return { session: id, charge: scene.chargesOf(id)[0]?.id ?? '' };
    };
    const cancel = async ({ session, charge }: Awaited<ReturnType<typeof held>>) => {
      scene.operate('cancel', charge);
      await scene.pass(120_000);
      expect(scene.session(session)?.payment_status).toBe('canceled');
    };
    const one = await held();
    await cancel(one);
    const other = await held();
    scene.elsewhere(psp, one.charge, 'capture');
    await scene.pass(120_000);
    expect(scene.reported('order_paid_twice')).toBe(1);
    return { scene, psp, one, other, cancel };
  };

  const confirmThird = async (scene: Scene) => {
    const { id } = await scene.create({ order: 'order-1' });
    const asked = scene.confirm(id);
    await scene.pass(60_000);
    return asked.given()?.body;
  };

  test('that was paid twice stays paid after one of the payments is canceled and the other refunded', async () => {
    const { scene, one, other, cancel } = await paidTwice();
    await cancel(other);
    scene.refund(one.charge);
    await scene.pass(120_000);
    expect(await confirmThird(scene)).toContain('order_already_paid');
    expect(paid(scene)).toBe(1);
  });

  test('that was paid twice is free again once neither payment is left', async () => {
    const { scene, psp, one, other, cancel } = await paidTwice();
    scene.takeBack(psp, one.charge, 'capture');
    await scene.pass(120_000);
    expect(scene.session(one.session)?.payment_status).toBe('canceled');
    expect(await confirmThird(scene)).toContain('order_already_paid');
    await cancel(other);
    expect(await confirmThird(scene)).toContain('"payment_status":"paid"');
    expect(paid(scene)).toBe(1);
  });

  test('that may be paid twice is not canceled by reference', async () => {
    const { scene, one, other } = await two(undefined);
    scene.confirm(one);
    scene.confirm(other);
    await scene.pass(29_000);
    expect(paid(scene)).toBe(2);
    expectSound(scene);
  });

  test('an ended session is paid no more', async () => {
    const { scene, one } = await two('order-1');
    const ended = scene.expire(one);
    await scene.pass(1_000);
    expect(ended.given()?.status).toBe(200);
    const confirmed = scene.confirm(one);
    await scene.pass(5_000);
    expect(confirmed.given()?.body).toContain('session_expired');
    const again = scene.expire(one);
    await scene.pass(1_000);
    expect(again.given()?.status).toBe(200);
    expectSound(scene);
  });
});
