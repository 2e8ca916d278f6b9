import { describe, expect, test } from '@jest/globals';
import { captured, eventAbout } from './authorized.ts';
import { expectSound } from './expect-sound.ts';

const minute = 60_000;
const failed = { outcome: 'failed', reason: 'processor_error' } as const;

/** A refund of 10.00 that the PSP called failed, and did. */
const denied = async (psp: 'stripe' | 'checkout_com' | 'square' | 'paypal') => {
  const one = await captured(psp);
  const { scene, id, charge } = one;
  scene.script(psp, 'refund', failed);
  scene.refund(id, 1_000);
  await scene.pass(minute);
  const [refund] = Object.values(charge().refunds);
  if (refund?.status !== 'failed') throw new Error('the refund did not fail');
  scene.operationArrives(psp, id, 'refund', refund);
  return { ...one, refund };
};

describe.each(['stripe', 'checkout_com', 'square', 'paypal'] as const)(
  'a refund that %s called failed, and did',
  (psp) => {
    test('counts once the PSP shows it, beside the one that failed', async () => {
      const { scene, id, charge, refund } = await denied(psp);
      await scene.pass(30 * minute);
      scene.refresh(id);
      await scene.pass(minute);
      expect(charge()).toMatchObject({ amount_refundable: 1_599 });
      expect(charge().refunds[refund.id]).toMatchObject({ status: 'failed' });
      expect(Object.values(charge().refunds).filter(({ status }) => status === 'succeeded')).toMatchObject([
        { amount: 1_000, external: true },
      ]);
      expect(scene.reported('outcome_contradicted')).toBe(1);
    });

    test('cannot be refunded again beyond the charge', async () => {
      const { scene, id } = await denied(psp);
      await scene.pass(30 * minute);
      scene.refresh(id);
      await scene.pass(minute);
      const again = scene.refund(id, 1_600);
      await scene.pass(minute);
      expect(again.given()?.body).toContain('refund_amount_too_large');
    });

    test('counts although it has given way to others that failed', async () => {
      const { scene, id, charge, refund } = await denied(psp);
      for (let count = 0; count < 101; count++) {
        scene.script(psp, 'refund', failed);
        scene.refund(id, 100);
        await scene.pass(2_000);
      }
      expect(charge().refunds).not.toHaveProperty(refund.id);
      for (let round = 0; round < 3; round++) {
        await scene.pass(30 * minute);
        scene.refresh(id);
      }
      await scene.pass(minute);
      expect(scene.payment(psp, id).refunded).toBe(1_000);
      expect(charge().amount_refundable).toBe(1_599);
      expect(scene.reported('outcome_contradicted')).toBe(1);
      expectSound(scene);
    });

    test('is left alone while what is shown may be older than its failure', async () => {
      const { scene, id, charge } = await denied(psp);
      scene.refresh(id);
      await scene.pass(minute);
      expect(Object.keys(charge().refunds)).toHaveLength(1);
    });

    test('is counted once, however often it is looked at', async () => {
      const { scene, id, charge } = await denied(psp);
      for (let round = 0; round < 3; round++) {
        await scene.pass(30 * minute);
        scene.refresh(id);
      }
      await scene.pass(minute);
      expect(charge().amount_refundable).toBe(1_599);
      expectSound(scene);
    });
  },
);

test.each(['stripe', 'checkout_com', 'square', 'paypal'] as const)(
  'an event that %s did it minutes after its failure waits until the list counts',
  async (psp) => {
    const one = await denied(psp);
    const { scene, charge, refund } = one;
    await scene.pass(2 * minute);
    const event = eventAbout(scene, 'refund');
    const { id: operation, amount } = refund;
    const shown = { psp_reference: event.operation_reference, operation, amount, status: 'succeeded' };
    scene.script(psp, 'lookUpRefunds', { outcome: 'found', refunds: [shown], complete: true });
    await scene.deliver(psp, event);
    expect(charge().amount_refundable).toBe(2_599);
    await scene.recover(40);
    expect(charge().amount_refundable).toBe(1_599);
    expectSound(scene);
  },
);

test.each(['checkout_com', 'square', 'paypal'] as const)(
  'an event that %s did it after all waits while the list may lag behind it',
  async (psp) => {
    const one = await denied(psp);
    const { scene, charge, refund } = one;
    await scene.pass(30 * minute);
    const event = eventAbout(scene, 'refund');
    const { id: operation, amount } = refund;
    const shown = { psp_reference: event.operation_reference, operation, amount, status: 'failed' };
    scene.script(psp, 'lookUpRefunds', { outcome: 'found', refunds: [shown], complete: true });
    await scene.deliver(psp, event);
    expect(charge().amount_refundable).toBe(2_599);
    await scene.recover(15);
    expect(charge().amount_refundable).toBe(1_599);
    expectSound(scene);
  },
);
