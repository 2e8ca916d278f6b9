import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { verifySignature } from '../../lib/psp/stripe/webhooks.ts';
import type { PspEvent } from '../../lib/types/psp.ts';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { authorized, captured, eventAbout as lastEventAbout } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { createScene, type Scene } from './scene.ts';

const at = async (
  psp: PspKind,
  manual = false,
): Promise<{ readonly scene: Scene; readonly session: string }> => {
  const scene = createScene({ psps: [profileOf(psp)] });
  scene.holdWebhooks();
  const { id } = await scene.create({ manual });
  return { scene, session: id };
};

const eventAbout = (scene: Scene, about: string): PspEvent => {
  const event = scene.sent.map((sent) => sent.event).findLast(({ claim }) => claim.about === about);
  if (!event) throw new Error(`no event about ${about} was sent`);
  return event;
};

describe('a webhook', () => {
  test('before the answer: it is asked for again, the payment is settled once, and the confirm is answered with it', async () => {
    const { scene, session } = await at('adyen');
    scene.plan('frozen', { after: 5 });
    const confirmed = scene.confirm(session, 'key-1');
    await scene.pass(95);
    for (let wait = 0; scene.sent.length === 0 && wait < 60; wait++) await scene.pass(5);
    expect(confirmed.given()).toBeUndefined();
    const event = eventAbout(scene, 'authorization');
    expect(await scene.deliver('adyen', event)).toBe(false);
    await scene.pass(900_000);
    expect(await scene.deliver('adyen', event)).toBe(true);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'captured' }]);
    expect(confirmed.given()?.body).toContain('"payment_status":"paid"');
    expectSound(scene);
  });

  test('twice at once is applied once', async () => {
    const { scene, session } = await at('adyen');
    scene.plan('answer_lost', { times: 3 });
    scene.confirm(session);
    await scene.pass(29_000);
    const event = eventAbout(scene, 'authorization');
    expect(await scene.deliver('adyen', event, 2)).toBe(true);
    const [charge] = scene.chargesOf(session);
    expect(charge).toMatchObject({ status: 'captured', events: [event.id] });
    expectSound(scene);
  });

  test.each([
    { first: 'succeeded', second: 'failed', ends: 'failed', left: 2_599 },
    { first: 'failed', second: 'succeeded', ends: 'failed', left: 2_599 },
    { first: 'pending', second: 'succeeded', ends: 'succeeded', left: 1_599 },
    { first: 'pending', second: 'failed', ends: 'failed', left: 2_599 },
  ] as const)(
    'about a refund made elsewhere, at once with another: it is $first, then $second',
    async ({ first, second, ends, left }) => {
      const { scene, psp, id, charge } = await captured('adyen');
      scene.elsewhere(psp, id, 'refund', 1_000);
      const event = lastEventAbout(scene, 'refund');
      const saying = (outcome: typeof first | typeof second): PspEvent => ({
        ...event,
        id: outcome,
        claim: {
          about: 'refund',
          result:
            outcome === 'failed'
              ? { outcome, reason: 'processor_error' }
              : { outcome, psp_reference: event.operation_reference ?? '' },
        },
      });
      const taken: string[] = [];
      const receive = (outcome: typeof first | typeof second): void =>
        scene.service.receive(psp, saying(outcome), (accepted) => void (accepted && taken.push(outcome)));
      // The second has read the charge, and its write is on its way.
      scene.plan('storage_slow', { after: 2 });
      receive(second);
      await scene.pass(15);
      receive(first);
      await scene.pass(80);
      expect(taken).toEqual([first]);
      await scene.pass(10_000);
      expect(taken).toEqual([first, second]);
      expect(Object.values(charge().refunds)).toMatchObject([{ status: ends, external: true }]);
      expect(charge().amount_refundable).toBe(left);
    },
  );

  test('replayed later changes nothing', async () => {
    const { scene, session } = await at('adyen');
    scene.confirm(session);
    await scene.pass(29_000);
    const event = eventAbout(scene, 'authorization');
    await scene.deliver('adyen', event);
    const before = scene.chargesOf(session);
    expect(await scene.deliver('adyen', event)).toBe(true);
    expect(scene.chargesOf(session)).toEqual(before);
  });

  test.each([
    ['amount', { amount: 2_600, currency: 'eur' }],
    ['currency', { amount: 2_599, currency: 'usd' }],
  ])('that tells of a capture of another %s is not applied where nothing else tells', async (_, money) => {
    const { scene, session } = await at('adyen', true);
    scene.confirm(session);
    await scene.pass(90_000);
    await scene.deliver('adyen', eventAbout(scene, 'authorization'));
    scene.operate('capture', scene.chargesOf(session)[0]?.id ?? '');
    await scene.pass(180_000);
    const event = eventAbout(scene, 'capture');
    await scene.deliver('adyen', { ...event, id: 'evt_other', money });
    expect(scene.chargesOf(session)[0]?.status).toBe('capturing');
    expect(scene.reported('webhook_amount_mismatch')).toBe(1);
    await scene.deliver('adyen', event);
    expect(scene.chargesOf(session)[0]).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expectSound(scene);
  });

  test('out of order: an older claim does not move a charge back', async () => {
    const { scene, session } = await at('checkout_com', true);
    scene.confirm(session);
    await scene.pass(90_000);
    const [charge] = scene.chargesOf(session);
    scene.operate('capture', charge?.id ?? '');
    await scene.pass(180_000);
    expect(await scene.deliver('checkout_com', eventAbout(scene, 'capture'))).toBe(true);
    expect(scene.chargesOf(session)[0]?.status).toBe('captured');
    await scene.deliver('checkout_com', eventAbout(scene, 'authorization'));
    expect(scene.chargesOf(session)[0]?.status).toBe('captured');
    expectSound(scene);
  });

  test('of an approval from before a cancel by reference is not believed: the cancel by reference has the last word', async () => {
    const { scene, session } = await at('adyen', true);
    scene.plan('answer_lost', { times: 3 });
    scene.confirm(session);
    await scene.pass(29_000);
    const approval = eventAbout(scene, 'authorization');
    await scene.recover(8);
    expect(await scene.deliver('adyen', approval)).toBe(true);
    expect(scene.chargesOf(session)[0]?.status).toBe('pending');
    expect(await scene.deliver('adyen', eventAbout(scene, 'fence'))).toBe(true);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'failed', outcome: 'canceled' }]);
    expectSound(scene);
  });

  test('of each capture counts while a cancel by reference is awaited: no cancel by reference undoes a capture', async () => {
    const { scene, session } = await at('adyen', true);
    scene.plan('answer_lost', { times: 3 });
    scene.confirm(session);
    await scene.pass(29_000);
    const [{ id = '' } = {}] = scene.chargesOf(session);
    const captures = [1_000, 1_599].map((amount) => {
      scene.elsewhere('adyen', id, 'capture', amount);
      return eventAbout(scene, 'capture');
    });
    await scene.recover(8);
    for (const capture of captures) expect(await scene.deliver('adyen', capture)).toBe(true);
    expect(await scene.deliver('adyen', eventAbout(scene, 'fence'))).toBe(true);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'captured', amount_captured: 2_599 }]);
    expectSound(scene);
  });

  test('of success for an attempt that had been given up: the money goes back', async () => {
    const { scene, session } = await at('checkout_com');
    scene.plan('request_lost');
    scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(35);
    const [charge] = scene.chargesOf(session);
    expect(charge?.status).toBe('failed');
    if (charge) scene.arrive(charge);
    await scene.pass(60_000);
    await scene.deliver('checkout_com', eventAbout(scene, 'authorization'));
    await scene.recover(5);
    await scene.deliver('checkout_com', eventAbout(scene, 'refund'));
    expect(scene.chargesOf(session)[0]?.reversal).toMatchObject({ by: 'refund', status: 'done' });
    expectSound(scene);
  });

  test('for a charge that is not ours is taken and counted', async () => {
    const { scene } = await at('stripe');
    const event: PspEvent = {
      id: 'evt_1',
      reference: 'ch_00000000000000000000000000',
      claim: {
        about: 'authorization',
        result: { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 2_599 },
      },
    };
    expect(await scene.deliver('stripe', event)).toBe(true);
    expect(scene.reported('webhook_not_ours')).toBe(1);
  });

  test('that claims money the PSP does not show is not taken', async () => {
    const { scene, session } = await at('stripe');
    scene.plan('authentication');
    scene.confirm(session);
    await scene.pass(29_000);
    const [charge] = scene.chargesOf(session);
    const event: PspEvent = {
      id: 'evt_1',
      reference: charge?.id ?? '',
      money: { amount: 2_599, currency: 'eur' },
      claim: {
        about: 'authorization',
        result: { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 2_599 },
      },
    };
    expect(await scene.deliver('stripe', event)).toBe(false);
    expect(scene.chargesOf(session)[0]?.status).toBe('requires_action');
  });

  test.each([0, -100, 1.5, 2_600, Number.MAX_SAFE_INTEGER])(
    'of a refund of %d, which cannot be of a payment of 25.99, is not taken over',
    async (amount) => {
      const { scene, psp, charge } = await captured('adyen');
      const event = lastEventAbout(scene, 'authorization');
      await scene.deliver(psp, {
        ...event,
        id: 'evt_of_a_refund',
        operation_reference: 'refund_nobody_made',
        money: { amount, currency: 'eur' },
        claim: { about: 'refund', result: { outcome: 'succeeded', amount } },
      });
      expect(charge().refunds).toEqual({});
      expect(charge()).toMatchObject({ amount_captured: 2_599, amount_refundable: 2_599 });
      expect(scene.reported('webhook_amount_mismatch')).toBe(1);
    },
  );

  test.each([0, -100, 1.5, 2_600])(
    'of a capture of %d, which cannot be of a payment of 25.99, is not taken over',
    async (amount) => {
      const { scene, psp, charge } = await authorized('adyen');
      await scene.deliver(psp, {
        ...lastEventAbout(scene, 'authorization'),
        id: 'evt_of_a_capture',
        operation_reference: 'capture_nobody_made',
        money: { amount, currency: 'eur' },
        claim: { about: 'capture', result: { outcome: 'succeeded', amount } },
      });
      expect(charge()).toMatchObject({ status: 'authorized', amount_captured: 0, amount_refundable: 0 });
      expect(scene.reported('webhook_amount_mismatch')).toBe(1);
    },
  );

  test('signed with the old key is taken while both are configured', () => {
    const now = 1_900_000_000_000;
    const body = Buffer.from('{"id":"evt_1","object":"event","type":"ping","data":{"object":{}}}');
    const signed = createHmac('sha256', 'old')
      .update(`${now / 1_000}.`)
      .update(body)
      .digest('hex');
    const webhook = { headers: { 'stripe-signature': `t=${now / 1_000},v1=${signed}` }, body, now };
    expect(verifySignature(webhook, ['new', 'old'])).toBeUndefined();
    expect(verifySignature(webhook, ['new'])).toBe('signature');
  });
});
