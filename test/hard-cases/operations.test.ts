import { describe, expect, test } from '@jest/globals';
import { capabilities as adyen } from '../../lib/psp/adyen/capabilities.ts';
import { capabilities as checkoutCom } from '../../lib/psp/checkout_com/capabilities.ts';
import { capabilities as stripe } from '../../lib/psp/stripe/capabilities.ts';
import { toWire } from '../../lib/types/amount-rules.ts';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { authorized } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { createScene, type Scene, type SceneOptions } from './scene.ts';

const paid = async (
  options: SceneOptions,
  body: { readonly amount?: number; readonly manual?: boolean } = {},
) => {
  const scene = createScene(options);
  const { id } = await scene.create(body);
  scene.confirm(id);
  await scene.pass(20_000);
  const [charge] = scene.chargesOf(id);
  if (!charge) throw new Error('nothing was charged');
  return { scene, session: id, charge: charge.id };
};

const one = (psp: PspKind): SceneOptions => ({ psps: [profileOf(psp)] });
const refundsOf = (scene: Scene, charge: string) =>
  Object.values(scene.store.charges.get(charge)?.refunds ?? {});

describe('refunds', () => {
  test('while the capture is pending are refused', async () => {
    const { scene, charge } = await paid(one('checkout_com'), { manual: true });
    scene.operate('capture', charge);
    await scene.pass(500);
    const refund = scene.refund(charge, 100);
    await scene.pass(500);
    expect(refund.given()).toMatchObject({ status: 409 });
    expect(refund.given()?.body).toContain('charge_not_refundable');
    await scene.recover(20);
    expect(scene.store.charges.get(charge)?.status).toBe('captured');
    expectSound(scene);
  });

  test('a hundred at once never give back more than was captured', async () => {
    const { scene, charge } = await paid(one('stripe'), { amount: 1_000 });
    for (let n = 0; n < 100; n++) scene.refund(charge, 30);
    await scene.pass(30_000);
    const refunds = refundsOf(scene, charge);
    expect(refunds).toHaveLength(33);
    expect(refunds.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(scene.store.charges.get(charge)?.amount_refundable).toBe(10);
    expectSound(scene);
  });

  test('under one key, twice at once, are one refund with one answer', async () => {
    const { scene, charge } = await paid(one('stripe'));
    const id = scene.service.newId('re');
    const both = [scene.refund(charge, 100, 'key-1', id), scene.refund(charge, 100, 'key-1', id)];
    await scene.pass(2_000);
    const again = scene.refund(charge, 100, 'key-1', id);
    await scene.pass(2_000);
    expect(both.map(({ given }) => given()?.status).sort()).toEqual([200, 409]);
    expect(both.map(({ given }) => given()?.body)).toContain(again.given()?.body);
    expect(refundsOf(scene, charge)).toHaveLength(1);
    expectSound(scene);
  });

  test('go to the PSP that holds the charge even if no rule names it any more', async () => {
    const { scene, charge } = await paid({ psps: [profileOf('stripe'), profileOf('checkout_com')] });
    scene.ruleChanges([{ psp: 'checkout_com', weight: 1 }]);
    const refund = scene.refund(charge, 100);
    await scene.pass(5_000);
    expect(refund.given()?.body).toContain('"psp":"stripe","status":"succeeded"');
    expectSound(scene);
  });

  test('at an account that is not configured any more are refused, and give their amount free', async () => {
    const { scene, charge } = await paid({ psps: [profileOf('stripe'), profileOf('checkout_com')] });
    scene.known.accounts = scene.known.accounts.filter(({ id }) => id !== 'stripe');
    const refund = scene.refund(charge, 100);
    await scene.pass(5_000);
    expect(refund.given()?.body).toContain('"code":"charge_not_refundable"');
    expect(scene.store.charges.get(charge)?.amount_refundable).toBe(2_599);
    expectSound(scene);
  });

  test('asked for during the last look at another have a schedule of their own', async () => {
    const { scene, charge } = await paid(one('stripe'));
    const unknown = { outcome: 'unknown', doubt: 'pending' } as const;
    scene.script('stripe', 'refund', ...Array(40).fill(unknown));
    scene.script('stripe', 'lookUpRefunds', ...Array(40).fill(unknown));
    scene.refund(charge, 100);
    await scene.recover(24 * 60 - 1);
    const lookUp = Promise.withResolvers<typeof unknown>();
    scene.script('stripe', 'lookUpRefunds', lookUp.promise);
    const looks = () => scene.log.filter((line) => line === 'script lookUpRefunds stripe').length;
    const before = looks();
    for (;;) {
      scene.service.recover();
      await scene.pass(1_000);
      if (looks() > before) break;
      await scene.pass(59_000);
    }
    scene.refund(charge, 200);
    await scene.pass(1_000);
    lookUp.resolve(unknown);
    await scene.pass(1_000);
    expect(refundsOf(scene, charge)).toHaveLength(2);
    expect(scene.store.charges.get(charge)?.recover_at).toBeLessThan(Date.UTC(2031, 0, 1));
  });

  test('whose outcome is not known stay reserved until it is', async () => {
    const { scene, charge } = await paid(one('checkout_com'));
    scene.plan('answer_lost', { times: 2 });
    const refund = scene.refund(charge, 2_000);
    await scene.pass(29_000);
    expect(refund.given()?.body).toContain('"status":"pending"');
    const second = scene.refund(charge, 1_000);
    await scene.pass(1_000);
    expect(second.given()?.body).toContain('refund_amount_too_large');
    await scene.recover(10);
    expect(refundsOf(scene, charge)).toMatchObject([{ status: 'succeeded' }]);
    expectSound(scene);
  });
});

describe('a refund at a PSP that knows no keys', () => {
  test('that leaves its function after eleven minutes is no failed one: it stays reserved, and a look finds it', async () => {
    const { scene, charge } = await paid(one('found_only'));
    scene.plan('request_lost', { times: 1 });
    const asked = scene.refund(charge, 1_000);
    await scene.pass(29_000);
    expect(asked.given()?.body).toContain('"status":"pending"');
    await scene.recover(40);
    const [refund] = refundsOf(scene, charge);
    expect(refund).toMatchObject({ status: 'pending' });
    expect(scene.store.charges.get(charge)?.amount_refundable).toBe(1_599);
    if (refund) scene.operationArrives('found_only', charge, 'refund', refund);
    await scene.recover(120);
    expect(refundsOf(scene, charge)).toMatchObject([{ status: 'succeeded' }]);
    expectSound(scene);
  });
});

describe('captures', () => {
  test('that the PSP is still working on stay open', async () => {
    const { scene, psp, id, charge } = await authorized('paypal');
    scene.script(psp, 'capture', { outcome: 'pending', psp_reference: 'capture_1' });
    scene.script(
      psp,
      'lookUp',
      ...Array(4).fill({
        outcome: 'approved',
        psp_reference: charge().psp_reference,
        in_progress: true,
      }),
    );
    scene.operate('capture', id);
    await scene.pass(5_000);
    await scene.recover(4);
    expect(charge().status).toBe('capturing');
  });

  test('of an unknown outcome are asked for, not repeated where nothing covers it', async () => {
    const { scene, charge } = await paid(one('found_only'), { manual: true });
    scene.plan('answer_lost', { times: 2 });
    scene.operate('capture', charge);
    await scene.pass(29_000);
    await scene.recover(10);
    expect(scene.store.charges.get(charge)?.status).toBe('captured');
    expect(scene.calls('capture')).toHaveLength(1);
    expectSound(scene);
  });

  test.each([
    ['capture', 'captured'],
    ['cancel', 'canceled'],
  ] as const)(
    'a %s whose request was lost is sent again by recovery, once its absence is proved',
    async (kind, becomes) => {
      const { scene, charge } = await paid(one('keeps_success'), { manual: true });
      scene.plan('request_lost', { times: 1 });
      const asked = scene.operate(kind, charge);
      await scene.pass(29_000);
      expect(asked.given()?.body).toContain(kind === 'capture' ? '"capturing"' : '"canceling"');
      await scene.recover(11);
      expect(scene.calls(kind)).toHaveLength(1);
      await scene.recover(20);
      expect(scene.calls(kind)).toHaveLength(2);
      await scene.recover(90);
      expect(scene.calls(kind)).toHaveLength(2);
      expect(scene.store.charges.get(charge)?.status).toBe(becomes);
      expectSound(scene);
    },
  );

  test('whose request was lost stay open, where the PSP knows no key at all, until a person rules out that it comes', async () => {
    const { scene, charge } = await paid(one('found_only'), { manual: true });
    scene.plan('request_lost', { times: 1 });
    scene.operate('capture', charge);
    await scene.pass(29_000);
    await scene.recover(11);
    expect(scene.store.charges.get(charge)?.status).toBe('capturing');
    await scene.pass(86_400_000);
    await scene.recover(2);
    expect(scene.calls('capture')).toHaveLength(1);
    expect(scene.store.charges.get(charge)?.status).toBe('needs_review');
    scene.decide(charge, { outcome: 'failed' });
    await scene.pass(1_000);
    expect(scene.store.charges.get(charge)?.status).toBe('authorized');
    scene.operate('capture', charge);
    await scene.pass(29_000);
    expect(scene.store.charges.get(charge)?.status).toBe('captured');
    expectSound(scene);
  });

  test('refused because somebody has captured elsewhere are shown as made elsewhere', async () => {
    const { scene, charge } = await paid(one('stripe'), { manual: true });
    scene.elsewhere('stripe', charge, 'capture');
    scene.operate('capture', charge);
    await scene.pass(5_000);
    expect(scene.store.charges.get(charge)).toMatchObject({ status: 'captured', external: true });
    expectSound(scene);
  });

  test('after one that was refused have a key of their own', async () => {
    const { scene, charge } = await paid(one('stripe'), { manual: true });
    scene.plan('operation_refused');
    const refused = scene.operate('capture', charge, undefined, 'key-1');
    await scene.pass(5_000);
    expect(refused.given()?.status).toBe(409);
    const second = scene.operate('capture', charge, undefined, 'key-2');
    await scene.pass(5_000);
    expect(second.given()?.body).toContain('"status":"captured"');
    const again = scene.operate('capture', charge, undefined, 'key-1');
    await scene.pass(5_000);
    expect(again.given()?.body).toBe(refused.given()?.body);
    expectSound(scene);
  });
});

describe('routes', () => {
  test('a rule change in flight does not move a session', async () => {
    const scene = createScene({ psps: [profileOf('stripe'), profileOf('checkout_com')] });
    const { id } = await scene.create();
    scene.ruleChanges([{ psp: 'checkout_com', weight: 1 }]);
    scene.confirm(id);
    await scene.pass(20_000);
    expect(scene.chargesOf(id).map(({ psp }) => psp)).toEqual(['stripe']);
    expectSound(scene);
  });

  test('a PSP of weight zero is for failover only', async () => {
    const scene = createScene({ psps: [profileOf('stripe'), profileOf('checkout_com')] });
    const { id } = await scene.create();
    expect(scene.session(id)?.routing.plan).toEqual(['stripe', 'checkout_com']);
    scene.plan('not_sent');
    scene.confirm(id);
    await scene.pass(20_000);
    expect(scene.chargesOf(id).map(({ psp, status }) => [psp, status])).toEqual([
      ['stripe', 'failed'],
      ['checkout_com', 'captured'],
    ]);
    expectSound(scene);
  });
});

describe('amounts', () => {
  test.each([
    ['jpy', 500],
    ['eur', 2_599],
    ['kwd', 12_340],
  ])('%s: what was asked is what the PSP has, to the minor unit', async (currency, amount) => {
    const scene = createScene(one('stripe'));
    const { id } = await scene.create({ amount, currency });
    scene.confirm(id);
    await scene.pass(20_000);
    const [payment] = [...(scene.servers.get('stripe')?.ledger.payments.values() ?? [])].flat();
    expect(payment).toMatchObject({ captured: amount, currency });
    expectSound(scene);
  });

  test('where PSPs depart from ISO 4217 each gets its own number', () => {
    expect(toWire(stripe.amounts, { amount: 500, currency: 'isk' })).toEqual({ ok: true, value: 50_000 });
    expect(toWire(checkoutCom.amounts, { amount: 500, currency: 'isk' })).toEqual({ ok: true, value: 500 });
    expect(toWire(adyen.amounts, { amount: 500, currency: 'clp' })).toEqual({ ok: true, value: 50_000 });
    expect(toWire(checkoutCom.amounts, { amount: 12_341, currency: 'kwd' })).toMatchObject({ ok: false });
    expect(toWire(adyen.amounts, { amount: 12_341, currency: 'kwd' })).toEqual({ ok: true, value: 12_341 });
  });
});
