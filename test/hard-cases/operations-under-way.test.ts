import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { authorized, captured, deliverAll, eventAbout, type OneCharge, unnamed } from './authorized.ts';
import { expectSound } from './expect-sound.ts';

const capturesOf = ({ scene, psp, id }: OneCharge) =>
  scene
    .payment(psp, id)
    .operations.filter(({ kind, status }) => kind === 'capture' && status === 'succeeded');

/** A capture that the PSP has refused, whose answer was lost and whose event has not come. */
const refusedUnreported = async () => {
  const one = await authorized('keeps_success');
  one.scene.plan('operation_refused');
  one.scene.plan('answer_lost');
  one.scene.operate('capture', one.id);
  await one.scene.pass(29_000);
  return { one, refusal: eventAbout(one.scene, 'capture') };
};

describe('1. a look that shows the old state', () => {
  test('ends no capture that is still on its way', async () => {
    const one = await authorized('checkout_com');
    const { scene, psp, id, charge } = one;
    scene.plan('operation_refused');
    scene.operate('capture', id);
    await scene.pass(120_000);
    const refusal = eventAbout(scene, 'capture');
    await scene.deliver(psp, refusal);
    expect(charge().status).toBe('authorized');
    scene.plan('late_effect');
    scene.operate('capture', id);
    await scene.pass(11_000);
    await scene.deliver(psp, { ...unnamed(refusal, false), id: 'evt_of_no_capture' });
    expect(charge().status).toBe('capturing');
    const beside = scene.operate('capture', id);
    await scene.pass(1_000);
    expect(beside.given()?.body).toContain('charge_operation_in_progress');
    await scene.recover(30);
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expect(capturesOf(one)).toHaveLength(1);
    expectSound(scene);
  });

  test('in the hands of a delivery that slept meanwhile un-pays nothing that recovery has captured', async () => {
    const { one, refusal } = await refusedUnreported();
    const { scene, psp, charge } = one;
    const before = { outcome: 'approved', psp_reference: charge().psp_reference };
    let wake: (shown: typeof before) => void = () => undefined;
    const asleep = new Promise<typeof before>((resolve) => {
      wake = resolve;
    });
    // Some of them are ended by their time, and some go on.
    const deliveries = 6;
    scene.script(psp, 'lookUp', ...Array(deliveries).fill(asleep));
    let woken = 0;
    for (let delivery = 0; delivery < deliveries; delivery++)
      scene.service.receive(psp, refusal, () => {
        woken += 1;
      });
    await scene.recover(125);
    expect([woken, charge().status]).toEqual([0, 'captured']);
    wake(before);
    await scene.pass(60_000);
    expect(woken).toBeGreaterThan(0);
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expect(scene.session(one.session)?.payment_status).toBe('paid');
    expect(capturesOf(one)).toHaveLength(1);
    expectSound(scene);
  });

  test('resumes after the capture has succeeded: still paid', async () => {
    const { one, refusal } = await refusedUnreported();
    const { scene, psp, charge } = one;
    await scene.recover(125);
    expect(charge().status).toBe('captured');
    scene.script(psp, 'lookUp', { outcome: 'approved', psp_reference: charge().psp_reference });
    await scene.deliver(psp, refusal);
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expect(capturesOf(one)).toHaveLength(1);
    expectSound(scene);
  });
});

test('the failure of what was sent first does not end what was sent once more and is not shown yet', async () => {
  const { one, refusal } = await refusedUnreported();
  const { scene, psp, charge } = one;
  const before = { outcome: 'approved', psp_reference: charge().psp_reference };
  scene.script(psp, 'lookUp', ...Array(5).fill(before));
  await scene.recover(32);
  expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'accepted' } });
  expect(capturesOf(one)).toHaveLength(1);
  scene.script(psp, 'lookUp', before);
  expect(await scene.deliver(psp, refusal)).toBe(false);
  expect(charge().status).toBe('capturing');
  scene.script(psp, 'lookUp');
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
  expectSound(scene);
});

test('a capture without a key, whose failure comes under a name nobody knows, ends once nothing sent can arrive', async () => {
  const { scene, psp, id, charge } = await authorized('found_only');
  const refuse = async (): Promise<PspEvent> => {
    scene.plan('operation_refused');
    scene.plan('answer_lost', { times: 2 });
    scene.operate('capture', id, 1_000);
    await scene.pass(29_000);
    return eventAbout(scene, 'capture');
  };
  await scene.deliver(psp, await refuse());
  await scene.pass(900_000);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(charge()).toMatchObject({ status: 'authorized', capture: { status: 'failed' } });
  const second = await refuse();
  expect(await scene.deliver(psp, second)).toBe(false);
  expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'open' } });
  await scene.pass(900_000);
  expect(await scene.deliver(psp, second)).toBe(true);
  expect(charge()).toMatchObject({ status: 'authorized', capture: { status: 'failed' } });
  expectSound(scene);
});

test('a capture without a key that the PSP has accepted does not end by the failure of another one', async () => {
  const { scene, psp, id, charge } = await authorized('found_only');
  const failure: PspEvent = {
    ...eventAbout(scene, 'authorization'),
    id: 'another_failed',
    operation_reference: 'capture_of_others',
    claim: { about: 'capture', result: { outcome: 'failed', reason: 'processor_error' } },
  };
  scene.script(psp, 'capture', { outcome: 'pending', psp_reference: 'capture_of_ours' });
  scene.operate('capture', id);
  await scene.pass(1_000);
  expect(charge().capture).toMatchObject({ status: 'accepted', psp_reference: 'capture_of_ours' });
  await scene.pass(900_000);
  await scene.deliver(psp, failure);
  expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'accepted' } });
});

describe('5. money invented', () => {
  test('a capture elsewhere, reported during our look-up, is counted once', async () => {
    const one = await authorized('stripe');
    const { scene, psp, id, charge } = one;
    scene.elsewhere(psp, id, 'capture', 2_000);
    scene.script(psp, 'capture', { outcome: 'unknown', doubt: 'ambiguous_error' });
    scene.operate('capture', id, 1_000);
    await scene.pass(180);
    expect(charge()).toMatchObject({ status: 'capturing', amount_captured: 0 });
    await scene.deliver(psp, eventAbout(scene, 'capture'));
    expect(charge()).toMatchObject({ amount_captured: 2_000, amount_refundable: 2_000, external: true });
    await scene.recover(40);
    expect(charge()).toMatchObject({
      status: 'captured',
      amount_captured: 2_000,
      capture: { status: 'failed' },
    });
    expectSound(scene);
  });
});

describe('4. open for ever, with no way out', () => {
  test.each(['checkout_com', 'adyen', 'square', 'bare'] as const)(
    'a lost capture at %s whose hold lapses ends with the hold',
    async (psp) => {
      const one = await authorized(psp);
      const { scene, id, charge } = one;
      scene.plan('request_lost', { times: 4 });
      scene.operate('capture', id);
      await scene.pass(29_000);
      expect(charge().status).toBe('capturing');
      scene.lapse(psp, id);
      await scene.recover(5);
      await deliverAll(one);
      await scene.recover(125);
      await scene.pass(86_400_000);
      await scene.recover(5);
      expect(charge()).toMatchObject({ status: 'canceled', hold: 'expired', amount_captured: 0 });
      expect(charge().capture?.status).toBe('failed');
      expect(scene.session(one.session)?.payment_status).toBe('canceled');
      expectSound(scene);
    },
  );

  test.each(['stripe', 'checkout_com', 'adyen', 'paypal', 'square'] as const)(
    'a lost cancel at %s of a charge that was captured in the dashboard ends captured',
    async (psp) => {
      const one = await authorized(psp);
      const { scene, id, charge } = one;
      scene.plan('request_lost', { times: 4 });
      scene.operate('cancel', id);
      await scene.pass(29_000);
      expect(charge().status).toBe('canceling');
      scene.elsewhere(psp, id, 'capture', 2_599);
      await deliverAll(one);
      await scene.recover(40);
      expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599, external: true });
      expect(charge().cancel?.status).toBe('failed');
      expect(scene.session(one.session)?.payment_status).toBe('paid');
      expectSound(scene);
    },
  );

  test('a lost capture beside one made elsewhere: what a person says is captured is counted once', async () => {
    const one = await authorized('bare');
    const { scene, id, charge } = one;
    scene.plan('request_lost', { times: 4 });
    scene.operate('capture', id);
    await scene.pass(29_000);
    scene.elsewhere('bare', id, 'capture', 400);
    await deliverAll(one);
    await scene.recover(24 * 60 + 5);
    expect(charge()).toMatchObject({ amount_captured: 400, capture: { needs_review: true } });
    const decided = scene.decide(id, { outcome: 'captured', amount: 400 });
    await scene.pass(1_000);
    expect(decided.given()?.status).toBe(200);
    expect(charge()).toMatchObject({ amount_captured: 400, capture: { status: 'failed' } });
    expectSound(scene);
  });

  test('a refund that the PSP shows as pending only once a person has to decide can still be decided', async () => {
    const one = await captured('checkout_com');
    const { scene, psp, id, charge } = one;
    scene.script(psp, 'lookUpRefunds', ...Array(60).fill({ outcome: 'unknown', doubt: 'timeout' }));
    scene.plan('answer_lost', { times: 4 });
    scene.refund(id, 1_000);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    const [operation = ''] = Object.keys(charge().refunds);
    expect(charge().refunds[operation]).toMatchObject({ status: 'pending', needs_review: true });
    const shown = { operation, psp_reference: 'pr_1', amount: 1_000, status: 'pending' };
    scene.script(psp, 'lookUpRefunds', { outcome: 'found', complete: true, refunds: [shown] });
    scene.refresh(id);
    await scene.pass(1_000);
    expect(charge().refunds[operation]).toMatchObject({ status: 'pending', accepted: true });
    const decided = scene.decide(id, { operation, outcome: 'succeeded' });
    await scene.pass(1_000);
    expect(decided.given()?.status).toBe(200);
  });

  test('a refund whose webhook never comes needs review', async () => {
    const one = await captured('adyen');
    const { scene, psp, id, charge } = one;
    scene.plan('refund_never_told');
    scene.refund(id, 1_000);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    const [refund] = Object.values(charge().refunds);
    expect(refund).toMatchObject({ status: 'pending', needs_review: true });
    expect(scene.reported('needs_review')).toBe(1);
    expectSound(scene);
    const amount = refund?.amount ?? 0;
    const decided = scene.decide(id, {
      operation: refund?.id ?? '',
      outcome: 'succeeded',
      amount,
      psp_reference: scene.payment(psp, id).operations[0]?.id ?? '',
    });
    await scene.pass(1_000);
    expect(decided.given()?.status).toBe(200);
    expect(Object.values(charge().refunds)).toMatchObject([{ status: 'succeeded' }]);
    expect(charge().recover_at).toBeUndefined();
    expect(charge().decisions).toMatchObject([{ operation: refund?.id, note: 'the books say so' }]);
    expectSound(scene);
  });

  test.each(['capture', 'cancel'] as const)(
    'a lost %s where nothing tells and nothing covers a repeat is ended by a person',
    async (kind) => {
      const one = await authorized('bare');
      const { scene, id, charge } = one;
      scene.plan('request_lost');
      scene.operate(kind, id);
      await scene.pass(29_000);
      await scene.recover(24 * 60 + 5);
      expect(charge()).toMatchObject({ status: 'needs_review', [kind]: { needs_review: true } });
      const decided = scene.decide(id, { operation: charge()[kind]?.id ?? '', outcome: 'failed' });
      await scene.pass(1_000);
      expect(decided.given()?.status).toBe(200);
      expect(charge()).toMatchObject({ status: 'authorized', [kind]: { status: 'failed' } });
      expectSound(scene);
    },
  );

  test('what is not open, or was changed since the person looked, is not decided', async () => {
    const { scene, id, charge } = await captured('stripe');
    const decided = scene.decide(id, { outcome: 'failed' });
    await scene.pass(1_000);
    expect(decided.given()?.status).toBe(409);
    expect(charge().status).toBe('captured');
  });
});

test('a look-up that shows only captures made elsewhere does not end ours', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  scene.elsewhere(psp, id, 'capture', 1_736);
  const captured_elsewhere = eventAbout(scene, 'capture');
  scene.plan('answer_lost', { times: 2 });
  scene.operate('capture', id, 1_000);
  await scene.pass(29_000);
  const { id: psp_reference } = scene.payment(psp, id);
  const shown = { outcome: 'captured', psp_reference, amount_captured: 1_736 };
  scene.script(psp, 'lookUp', ...Array(4).fill(shown));
  await scene.deliver(psp, captured_elsewhere);
  expect(charge()).toMatchObject({ amount_captured: 1_736, capture: { status: 'open' } });
  await scene.recover(2);
  expect(charge().capture?.status).not.toBe('done');
  scene.script(psp, 'lookUp');
  await scene.recover(60);
  expect(charge()).toMatchObject({ amount_captured: 2_599, capture: { status: 'done' } });
});

test.each(['paypal', 'stripe'] as const)(
  'a failure at %s that names no capture does not end ours',
  async (kind) => {
    const { scene, psp, id, charge } = await authorized(kind);
    const failure: PspEvent = {
      ...eventAbout(scene, 'authorization'),
      id: 'failed_elsewhere',
      claim: { about: 'capture', result: { outcome: 'failed', reason: 'processor_error' } },
    };
    scene.script(psp, 'lookUp', { outcome: 'absent' });
    expect(await scene.deliver(psp, failure)).toBe(false);
    scene.plan('request_lost', { times: 4 });
    scene.operate('capture', id);
    await scene.pass(29_000);
    scene.plan('request_lost', { times: 0 });
    expect(await scene.deliver(psp, failure)).toBe(false);
    expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'open' } });
    await scene.recover(60);
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    await scene.deliver(psp, failure);
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
  },
);

test('nor long after ours was sent: a function that was paused may have sent it late', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  scene.plan('request_lost', { times: 4 });
  scene.operate('capture', id);
  await scene.pass(29_000);
  scene.planned.clear();
  await scene.pass(840_000);
  scene.operationArrives(psp, id, 'capture', { id: charge().capture?.id ?? '', amount: 2_599 });
  const { psp_reference = '', amount } = charge();
  scene.script(psp, 'lookUp', { outcome: 'approved', psp_reference });
  await scene.deliver(psp, {
    id: 'failed_elsewhere',
    reference: id,
    psp_reference,
    operation_reference: 'its_own',
    money: { amount: 1_000, currency: 'eur' },
    claim: { about: 'capture', result: { outcome: 'failed', reason: 'processor_error' } },
  });
  expect(charge()).toMatchObject({ status: 'capturing', capture: { status: 'open' } });
  await scene.recover(60);
  expect(charge()).toMatchObject({ status: 'captured', amount_captured: amount });
  expect(charge().unbelieved).toBeUndefined();
  expectSound(scene);
});

test('a capture whose answer was lost is found beside the one of others whose event comes first', async () => {
  const { scene, psp, id, charge } = await authorized('found_only');
  scene.plan('answer_lost', { times: 4 });
  scene.operate('capture', id, 279);
  await scene.pass(29_000);
  scene.plan('answer_lost', { times: 0 });
  expect(charge()).toMatchObject({ status: 'capturing', amount_captured: 0 });
  scene.elsewhere(psp, id, 'capture', 940);
  const { id: psp_reference } = scene.payment(psp, id);
  scene.script(psp, 'lookUp', { outcome: 'captured', psp_reference, amount_captured: 1_219 });
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(charge()).toMatchObject({ amount_captured: 1_219, capture: { status: 'done' } });
});
