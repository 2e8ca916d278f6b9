import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { authorized, captured } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { createScene } from './scene.ts';

/** Somebody who knows the key that signs a PSP's events, and the charge's id, which a customer may see. */
const other = 'PAYMENT_OF_NOBODY';
const money = { amount: 2_599, currency: 'eur' } as const;
const dispute = { psp_reference: 'DISPUTE_1', status: 'open', stage: 'dispute' } as const;

const claims: Readonly<Record<string, PspEvent['claim']>> = {
  hold: { about: 'authorization', result: { outcome: 'approved', psp_reference: other } },
  'capture by itself': {
    about: 'authorization',
    result: { outcome: 'captured', psp_reference: other, amount_captured: 2_599 },
  },
  capture: { about: 'capture', result: { outcome: 'succeeded', psp_reference: 'C', amount: 2_599 } },
  'failed capture': { about: 'capture', result: { outcome: 'failed', reason: 'processor_error' } },
  refund: { about: 'refund', result: { outcome: 'succeeded', psp_reference: 'R', amount: 2_599 } },
  chargeback: { about: 'dispute', dispute },
};

const forged = (charge: string, claim: PspEvent['claim'] | undefined): PspEvent => ({
  id: 'evt_forged',
  reference: charge,
  psp_reference: other,
  operation_reference: 'OPERATION_OF_NOBODY',
  money,
  claim: claim ?? { about: 'nothing_of_ours' },
});

const away = async () => {
  const scene = createScene({ psps: [profileOf('adyen')] });
  const { id: session } = await scene.create();
  scene.plan('authentication');
  scene.confirm(session);
  await scene.pass(20_000);
  const charge = () => {
    const [found] = scene.chargesOf(session);
    if (!found) throw new Error('no charge');
    return found;
  };
  return { scene, session, charge, status: () => scene.session(session)?.payment_status };
};

describe('while a payment waits for the call that only we can make', () => {
  test.each(Object.keys(claims))('a signed %s pays nothing, and is kept for a person', async (kind) => {
    const { scene, session, charge, status } = await away();
    const before = charge();
    const event = forged(before.id, claims[kind]);
    // It may be news of a call whose answer is on its way.
    expect(await scene.deliver('adyen', event)).toBe(false);
    await scene.pass(61_000);
    expect(await scene.deliver('adyen', event)).toBe(true);
    expect(status()).toBe('requires_action');
    expect(charge()).toMatchObject({
      outcome: 'requires_action',
      amount_captured: 0,
      psp_reference: before.psp_reference,
      refunds: {},
      disputes: {},
      unbelieved: [{ event: 'evt_forged', why: 'not_completed', psp_reference: other, ...money }],
    });
    expect(scene.reported('webhook_not_believed')).toBe(1);
    scene.complete(session, before.id, 'approved');
    await scene.pass(60_000);
    expect(status()).toBe('paid');
    expect(charge()).toMatchObject({ amount_captured: 2_599, amount_refundable: 2_599 });
    expectSound(scene);
  });

  test('nor does it once the session is over: nothing is sent back for it', async () => {
    const { scene, session, charge, status } = await away();
    await scene.expire(session);
    await scene.pass(20_000);
    expect(status()).toBe('unpaid');
    const event = forged(charge().id, claims.hold);
    await scene.deliver('adyen', event);
    await scene.pass(61_000);
    expect(await scene.deliver('adyen', event)).toBe(true);
    expect(charge().reversal).toBeUndefined();
    expect(scene.reported('late_effect')).toBe(0);
    expect(scene.reported('webhook_not_believed')).toBe(1);
  });
});

/** Whatever Adyen's events say, under the charge's name and without a payment's. */
const nameless: Readonly<Record<string, PspEvent['claim']>> = {
  'technical cancel': { about: 'fence', result: { outcome: 'canceled', hold: 'voided' } },
  'failed technical cancel': { about: 'fence', result: { outcome: 'unknown', doubt: 'ambiguous_error' } },
  expiry: { about: 'authorization', result: { outcome: 'canceled', hold: 'expired' } },
  'closed offer': { about: 'authorization', result: { outcome: 'canceled' } },
  cancel: { about: 'cancel', result: { outcome: 'succeeded', psp_reference: 'X' } },
  'failed cancel': { about: 'cancel', result: { outcome: 'failed', reason: 'processor_error' } },
  capture: { about: 'capture', result: { outcome: 'succeeded', psp_reference: 'C', amount: 2_599 } },
  'failed capture': { about: 'capture', result: { outcome: 'failed', reason: 'processor_error' } },
  refund: { about: 'refund', result: { outcome: 'succeeded', psp_reference: 'R', amount: 2_599 } },
};

const unnamed = (charge: string, kind: string, its_own: boolean): PspEvent => {
  const { psp_reference: _, operation_reference, ...event } = forged(charge, nameless[kind]);
  return its_own ? { ...event, ...(operation_reference && { operation_reference }) } : event;
};

describe('an event that names no payment', () => {
  test.each(Object.keys(nameless).flatMap((kind) => [[kind, true] as const, [kind, false] as const]))(
    '%s, with an id of its own: %s, moves neither held nor taken money',
    async (kind, its_own) => {
      for (const start of [authorized, captured]) {
        const { scene, psp, charge } = await start('adyen');
        const { rev: _, write: __, ...before } = charge();
        expect(await scene.deliver(psp, unnamed(charge().id, kind, its_own))).toBe(true);
        const { rev, write, unbelieved, ...after } = charge();
        expect(after).toEqual(before);
      }
    },
  );

  test.each(['technical cancel', 'expiry', 'closed offer'])('%s ends no open attempt', async (kind) => {
    const { scene, charge, status } = await away();
    await scene.deliver('adyen', unnamed(charge().id, kind, true));
    expect(status()).toBe('requires_action');
    expect(charge().outcome).toBe('requires_action');
  });
});

describe('an event of another payment than the one that took the money', () => {
  test.each(['hold', 'capture', 'failed capture', 'refund', 'chargeback'])(
    'a %s changes nothing: a payment that nobody can ask about waits for a person, and counts as nothing',
    async (kind) => {
      const { scene, psp, charge } = await captured('adyen');
      const { rev: _, write: __, ...before } = charge();
      expect(await scene.deliver(psp, forged(charge().id, claims[kind]))).toBe(true);
      const { rev, write, other_payments, ...after } = charge();
      expect(after).toEqual(before);
      expect(other_payments).toMatchObject([{ psp_reference: other }]);
      const recorded = scene.store.charges.get(other_payments?.[0]?.charge ?? '');
      expect(recorded).toMatchObject({ status: 'needs_review', amount_captured: 0, amount_refundable: 0 });
      expect(scene.reported('other_payment')).toBe(1);
      expect(scene.reported('needs_review')).toBe(1);
    },
  );

  test('the end of its hold ends no other', async () => {
    const { scene, psp, charge } = await authorized('adyen');
    const gone = { outcome: 'canceled', psp_reference: other, hold: 'expired' } as const;
    const event = forged(charge().id, { about: 'authorization', result: gone });
    expect(await scene.deliver(psp, event)).toBe(true);
    expect(charge().status).toBe('authorized');
    expect(scene.reported('webhook_not_believed')).toBe(0);
  });

  test.each<PspKind>(['stripe', 'checkout_com', 'paypal', 'square', 'adyen'])(
    'a chargeback at %s blocks no refund; one of the payment itself does',
    async (kind) => {
      const { scene, psp, charge } = await captured(kind);
      await scene.deliver(psp, forged(charge().id, claims.chargeback));
      expect(charge()).toMatchObject({ disputes: {}, amount_refundable: 2_599 });
      const own = { ...forged(charge().id, claims.chargeback), id: 'evt_own' };
      const { psp_reference } = charge();
      await scene.deliver(psp, { ...own, ...(psp_reference !== undefined && { psp_reference }) });
      expect(charge().amount_refundable).toBe(0);
    },
  );
});

describe('the result of a cancel by reference that nobody sent, which names no payment', () => {
  const ended: PspEvent['claim'] = { about: 'fence', result: { outcome: 'canceled', hold: 'voided' } };
  const unsent = (charge: string): PspEvent => {
    const { psp_reference: _, operation_reference: __, ...event } = forged(charge, ended);
    return event;
  };

  test('ends no attempt that waits for 3-D Secure', async () => {
    const { scene, session, charge, status } = await away();
    expect(await scene.deliver('adyen', unsent(charge().id))).toBe(true);
    expect(status()).toBe('requires_action');
    scene.complete(session, charge().id, 'approved');
    await scene.pass(60_000);
    expect(status()).toBe('paid');
    expectSound(scene);
  });

  test('ends no attempt whose outcome nobody knows, so that no other card is charged beside it', async () => {
    const scene = createScene({ psps: [profileOf('adyen')] });
    const { id: session } = await scene.create();
    scene.plan('answer_lost', { times: 4 });
    scene.holdWebhooks();
    scene.confirm(session);
    await scene.pass(20_000);
    expect(scene.session(session)?.payment_status).toBe('processing');
    const [charge] = scene.chargesOf(session);
    expect(await scene.deliver('adyen', unsent(charge?.id ?? ''))).toBe(true);
    expect(scene.session(session)?.payment_status).toBe('processing');
  });

  test.each([
    ['hold', authorized],
    ['captured payment', captured],
  ] as const)('changes nothing about a %s', async (_, arrange) => {
    const { scene, psp, charge } = await arrange('adyen');
    const { status, amount_captured } = charge();
    expect(await scene.deliver(psp, unsent(charge().id))).toBe(true);
    expect(charge()).toMatchObject({ status, amount_captured });
    expect(scene.reported('webhook_without_effect')).toBe(1);
  });
});
