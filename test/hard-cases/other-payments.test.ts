import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import type { LedgerPayment } from '../simulation/psp/ledger.ts';
import { expectSound } from './expect-sound.ts';
import { decided } from './reviewed.ts';
import { createScene, type Scene } from './scene.ts';

const nothingKnown = { outcome: 'unknown', doubt: 'timeout' };
const asked = ['stripe', 'checkout_com', 'paypal', 'square'] as const satisfies readonly PspKind[];
const kinds = [...asked, 'adyen'] as const satisfies readonly PspKind[];

const chargeAt = (scene: Scene, { reference }: LedgerPayment): Charge => {
  const charge = scene.store.charges.get(reference);
  if (!charge) throw new Error('the payment is recorded nowhere');
  return charge;
};

/** What a charge was, but for what names the other payment. */
const known = ({ rev, write, other_payments, unbelieved, recover_at, recover_shard, ...charge }: Charge) =>
  charge;

const paidOnce = async (psp: PspKind, manual: boolean) => {
  const scene = createScene({ psps: [profileOf(psp)] });
  const { id: session } = await scene.create({ manual });
  scene.confirm(session);
  await scene.pass(90_000);
  const charge = (): Charge => {
    const [first] = scene.chargesOf(session);
    if (!first) throw new Error('nothing was charged');
    return first;
  };
  return { scene, psp, session, charge };
};

/** A paid charge, and a second payment under its reference that the PSP has told of. */
const paidTwice = async (kind: PspKind, { manual = false } = {}) => {
  const { scene, psp, session, charge } = await paidOnce(kind, manual);
  const before = known(charge());
  const second = scene.payTwice(psp, charge().id);
  await scene.recover(32);
  return { scene, psp, session, charge, before, second, other: () => chargeAt(scene, second) };
};

const decide = async (scene: Scene, charge: Charge, outcome: 'captured' | 'absent') => {
  const amount = outcome === 'captured' ? { amount: charge.amount } : {};
  const { given } = scene.decide(charge.id, { outcome, ...amount });
  await scene.pass(20_000);
  return given()?.status;
};

describe('a second payment under the reference of a charge', () => {
  test.each(kinds)('%s: moves nothing of the first, names itself on it, and rings', async (kind) => {
    const { scene, session, charge, before, second, other } = await paidTwice(kind);
    expect(known(charge())).toEqual(before);
    expect(charge().other_payments).toEqual([{ psp_reference: second.id, charge: second.reference }]);
    expect(other()).toMatchObject({
      other_payment_of: charge().id,
      psp_reference: second.id,
      session,
      amount: charge().amount,
    });
    expect(scene.reported('other_payment')).toBe(1);
    expect(scene.session(session)).toMatchObject({ payment_status: 'paid', charge: charge().id });
    expectSound(scene);
  });

  test.each(asked)('%s: is as the PSP shows it, and can be refunded', async (kind) => {
    const { scene, charge, before, second, other } = await paidTwice(kind);
    expect(other()).toMatchObject({ status: 'captured', amount_captured: second.captured });
    const refund = scene.refund(second.reference, 1_000);
    await scene.pass(20_000);
    await scene.recover(30);
    expect(refund.given()?.status).toBe(200);
    expect(second.refunded).toBe(1_000);
    expect(other().amount_refundable).toBe(second.captured - 1_000);
    expect(known(charge())).toEqual(before);
    expectSound(scene);
  });

  test.each(asked)('%s: its refunds, disputes and the end of its hold are its own', async (kind) => {
    const { scene, psp, charge, before, second, other } = await paidTwice(kind);
    scene.elsewhere(psp, second.reference, 'refund', 500);
    await scene.recover(32);
    expect(other().amount_refundable).toBe(second.captured - 500);
    scene.dispute(psp, second.reference, 700);
    await scene.recover(32);
    expect(other().amount_refundable).toBe(second.captured - 1_200);
    expect(known(charge())).toEqual(before);
    expectSound(scene);
  });

  test.each(asked)('%s: a second hold is released by its own cancel', async (kind) => {
    const { scene, charge, before, second, other } = await paidTwice(kind, { manual: true });
    expect(other().status).toBe('authorized');
    scene.operate('cancel', second.reference);
    await scene.pass(20_000);
    await scene.recover(3);
    expect(second.status).toBe('canceled');
    expect(other().status).toBe('canceled');
    expect(known(charge())).toEqual(before);
    expectSound(scene);
  });

  test('two more are two records; one event twice is one', async () => {
    const { scene, psp, charge } = await paidTwice('stripe');
    const third = scene.payTwice(psp, charge().id);
    await scene.recover(32);
    expect(charge().other_payments).toHaveLength(2);
    const notified = scene.sent.filter(({ event }) => event.psp_reference === third.id);
    for (const { event } of notified) expect(await scene.deliver(psp, event, 3)).toBe(true);
    expect(charge().other_payments).toHaveLength(2);
    expect(scene.reported('other_payment')).toBe(2);
    expectSound(scene);
  });

  test('that the PSP does not show is kept for a person, and recorded nowhere', async () => {
    const { scene, psp, charge } = await paidOnce('checkout_com', false);
    const event = {
      id: 'evt_forged',
      reference: charge().id,
      psp_reference: 'pi_of_nobody',
      money: { amount: charge().amount, currency: charge().currency },
      claim: { about: 'authorization', result: { outcome: 'approved', psp_reference: 'pi_of_nobody' } },
    } as const;
    scene.script(psp, 'lookUp', ...Array(40).fill({ outcome: 'absent' }));
    // It may be too new to be shown.
    expect(await scene.deliver(psp, event)).toBe(false);
    expect(charge().unbelieved?.filter(({ why }) => why)).toEqual([]);
    await scene.recover(32);
    expect(await scene.deliver(psp, event)).toBe(true);
    expect(charge().other_payments).toBeUndefined();
    expect(charge().unbelieved).toMatchObject([{ why: 'other_payment' }]);
  });

  test('that is another charge’s own is not recorded again', async () => {
    const { scene, psp, charge } = await paidOnce('stripe', false);
    const { id: session } = await scene.create();
    scene.confirm(session);
    await scene.pass(20_000);
    const [neighbour] = scene.chargesOf(session);
    const notified = scene.sent.find(({ event }) => event.psp_reference === neighbour?.psp_reference);
    if (!notified) throw new Error('the PSP has told nothing');
    await scene.deliver(psp, { ...notified.event, id: 'evt_mixed', reference: charge().id });
    expect(charge().other_payments).toBeUndefined();
    expect(charge().unbelieved).toMatchObject([{ why: 'other_payment' }]);
  });
});

describe('at a PSP that cannot be asked', () => {
  test('it waits for a person, and counts as nothing until then', async () => {
    const { scene, psp, second, charge, before, other } = await paidTwice('adyen');
    expect(other()).toMatchObject({ status: 'needs_review', amount_captured: 0 });
    expect(scene.reported('needs_review')).toBe(1);
    scene.elsewhere(psp, second.reference, 'refund', 500);
    await scene.recover(200);
    expect(other()).toMatchObject({ status: 'needs_review', amount_captured: 0 });
    expect(await decide(scene, other(), 'captured')).toBe(200);
    expect(other()).toMatchObject({ status: 'captured', amount_refundable: second.captured - 500 });
    scene.refund(second.reference, 1_000);
    await scene.recover(3);
    expect(second.refunded).toBe(1_500);
    expect(known(charge())).toEqual(before);
    expectSound(scene);
  });

  test('nothing is sent to end it: that would end the payment whose reference it bears', async () => {
    const { scene, charge, other } = await paidTwice('adyen', { manual: true });
    expect(other().status).toBe('needs_review');
    await scene.recover(120);
    expect(scene.calls('cancelByReference')).toEqual([]);
    expect(charge().status).toBe('authorized');
    expect(await decide(scene, other(), 'absent')).toBe(200);
    expect(other().status).toBe('failed');
  });

  test('a capture that the PSP repeated stays when the failure before it is reported once more', async () => {
    const { scene, psp, second, other } = await paidTwice('adyen');
    scene.automaticFails(psp, second.reference);
    const failure = scene.sent.at(-1)?.event;
    await scene.pass(20_000);
    scene.recapture(psp, second.reference);
    await scene.pass(20_000);
    expect(await decide(scene, other(), 'absent')).toBe(200);
    await scene.recover(60);
    expect(other()).toMatchObject({ status: 'captured', amount_captured: second.captured });
    if (failure?.claim.about !== 'capture') throw new Error('no failure was reported');
    await scene.deliver(psp, { ...failure, id: 'reported_once_more' });
    expect(other()).toMatchObject({ status: 'captured', amount_captured: second.captured });
  });

  test.each(['before', 'after'])(
    'that a person wrongly calls absent is not sent back: captured %s that',
    async (when) => {
      const { scene, psp, second, charge, before, other } = await paidTwice('adyen', { manual: true });
      const capture = async () => {
        scene.elsewhere(psp, second.reference, 'capture', 1_000);
        await scene.pass(20_000);
      };
      if (when === 'before') await capture();
      expect(await decide(scene, other(), 'absent')).toBe(200);
      if (when === 'after') await capture();
      await scene.recover(60);
      expect(second.refunded).toBe(0);
      expect(other()).toMatchObject({ status: 'captured', amount_captured: 1_000, amount_refundable: 1_000 });
      expect(other().reversal).toBeUndefined();
      expect(scene.reported('decision_contradicted')).toBe(1);
      expect(known(charge())).toEqual(before);
    },
  );

  test('nobody can say that it is another one, to which its refunds would then go', async () => {
    const { scene, charge, second, other } = await paidTwice('adyen');
    const { psp_reference = '' } = charge();
    const { given } = scene.decide(other().id, { outcome: 'captured', psp_reference });
    await scene.pass(20_000);
    expect(given()?.status).toBe(400);
    expect(other()).toMatchObject({ status: 'needs_review', psp_reference: second.id });
    expectSound(scene);
  });
});

test.each(asked)(
  '%s: that a second one was voided is not lost although it is told before the payment is recorded',
  async (kind) => {
    const { scene, psp, charge } = await paidOnce(kind, true);
    scene.holdWebhooks();
    const second = scene.payTwice(psp, charge().id);
    await scene.pass(2_000);
    const made = scene.sent.at(-1)?.event;
    scene.elsewhere(psp, second.reference, 'cancel');
    await scene.pass(2_000);
    const voided = scene.sent.at(-1)?.event;
    if (!made || !voided) throw new Error('nothing was sent');
    expect(voided.claim).not.toEqual(made.claim);
    expect(await scene.deliver(psp, voided)).toBe(false);
    const behind = { outcome: 'approved', psp_reference: second.id };
    scene.script(psp, 'lookUp', behind);
    expect(await scene.deliver(psp, made)).toBe(true);
    expect(chargeAt(scene, second).status).toBe('authorized');
    await scene.pass(120_000);
    expect(await scene.deliver(psp, voided)).toBe(true);
    expect(chargeAt(scene, second).status).toBe('canceled');
    expectSound(scene);
  },
);

test.each(asked)(
  '%s: its refund is recorded once the PSP answers again, however long it is silent',
  async (kind) => {
    const { scene, psp, charge } = await paidOnce(kind, false);
    scene.script(psp, 'lookUp', ...Array(60).fill(nothingKnown));
    const second = scene.payTwice(psp, charge().id);
    scene.elsewhere(psp, second.reference, 'refund', 500);
    await scene.recover(3 * 60);
    const waiting = charge().unbelieved?.map(({ about }) => about);
    expect(new Set(waiting)).toEqual(new Set(['authorization', 'refund']));
    scene.script(psp, 'lookUp');
    await scene.recover(24 * 60);
    expect(chargeAt(scene, second).amount_refundable).toBe(second.captured - 500);
    expect(charge().unbelieved).toBeUndefined();
    expectSound(scene);
  },
);

describe('after a person has decided the first, and the PSP has confirmed that', () => {
  test.each(['stripe', 'checkout_com', 'adyen'] as const)(
    '%s: a second one is none of the first',
    async (psp) => {
      const scene = createScene({ psps: [profileOf(psp)] });
      const { id: session } = await scene.create();
      scene.holdWebhooks();
      const silent = ['lookUp', 'cancelByReference'];
      for (const kind of silent) scene.script(psp, kind, ...Array(60).fill(nothingKnown));
      scene.script(psp, 'authorize', ...Array(9).fill(nothingKnown));
      scene.confirm(session);
      await scene.pass(29_000);
      await scene.recover(24 * 60 + 5);
      const [first] = scene.chargesOf(session);
      if (!first) throw new Error('nothing was charged');
      scene.arrive(first);
      await decided(
        { scene, id: first.id },
        { outcome: 'captured', psp_reference: scene.payment(psp, first.id).id },
      );
      for (const kind of silent) scene.script(psp, kind);
      await scene.pass(120_000);
      for (const { event } of scene.sent.splice(0)) await scene.deliver(psp, event);
      const charge = () => scene.store.charges.get(first.id) ?? first;
      expect(charge()).toMatchObject({ status: 'captured' });
      expect(charge()).not.toHaveProperty('presumed');
      const second = scene.payTwice(psp, first.id);
      await scene.recover(32);
      for (const { event } of scene.sent.splice(0)) await scene.deliver(psp, event);
      expect(charge().other_payments).toMatchObject([{ psp_reference: second.id }]);
      expect(scene.reported('other_payment')).toBe(1);
    },
  );
});
