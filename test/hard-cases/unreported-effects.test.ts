import { describe, expect, test } from '@jest/globals';
import type { Refund } from '../../lib/types/charge.ts';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { captured, deliverAll, type OneCharge } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { createScene, type Scene } from './scene.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** An attempt whose request was lost, and that recovery has given up since nothing is there; no webhook will ever come. */
const givenUp = async (kind: PspKind) => {
  const scene = createScene({ psps: [profileOf(kind)] });
  scene.holdWebhooks();
  const { id } = await scene.create();
  scene.plan('request_lost', { times: 6 });
  scene.confirm(id);
  await scene.pass(40_000);
  scene.planned.clear();
  await scene.recover(40);
  const [charge] = scene.chargesOf(id);
  if (!charge) throw new Error('there is no charge');
  return { scene, id, charge };
};

const now = (scene: Scene, id: string) => scene.chargesOf(id)[0];

/** Recovery runs once an hour for so long. */
const hours = async (scene: Scene, count: number): Promise<void> => {
  for (let passed = 0; passed < count; passed++) {
    await scene.pass(hour);
    await scene.recover(1);
  }
};

const kinds = ['checkout_com', 'paypal', 'square', 'keeps_success', 'found_only'] as const;

describe('an effect that no webhook reports, after its absence was taken for proof', () => {
  test.each(kinds)('is found an hour later, and the money goes back: %s', async (kind) => {
    const { scene, id, charge } = await givenUp(kind);
    expect(charge).toMatchObject({ status: 'failed', outcome: 'absent' });
    scene.arrive(charge);
    expect(scene.payment(kind, charge.id).status).toBe('captured');
    await scene.pass(hour);
    await scene.recover(30);
    expect(now(scene, id)).toMatchObject({ status: 'failed', reversal: { status: 'done' } });
    expect(scene.reported('late_effect')).toBe(1);
    expectSound(scene);
  });

  test.each([
    ['a day', hour + 60_000, day],
    ['a week', day + 60_000, 7 * day],
  ])('is found %s later', async (_, arrives_after, found_after) => {
    const { scene, id, charge } = await givenUp('checkout_com');
    await scene.pass(arrives_after);
    await scene.recover(2);
    scene.arrive(charge);
    await scene.recover(2);
    expect(now(scene, id)?.reversal).toBeUndefined();
    await scene.pass(found_after);
    await scene.recover(30);
    expect(now(scene, id)?.reversal).toMatchObject({ status: 'done' });
    expectSound(scene);
  });

  test('is looked for three times and no more, rings nobody, and is in no way open', async () => {
    const { scene, id } = await givenUp('checkout_com');
    const looks = scene.calls('look_up').length;
    await hours(scene, 200);
    expect(scene.calls('look_up').length - looks).toBe(3);
    expect(scene.reported('needs_review')).toBe(0);
    expect(now(scene, id)).not.toHaveProperty('recover_at');
    expect(now(scene, id)).not.toHaveProperty('timed_out_at');
    expectSound(scene);
  });

  test('is looked for every hour until its PSP answers', async () => {
    const { scene, id, charge } = await givenUp('checkout_com');
    scene.arrive(charge);
    const silent = { outcome: 'unknown', doubt: 'timeout' } as const;
    scene.script('checkout_com', 'lookUp', silent, silent);
    await scene.pass(hour);
    await scene.recover(30);
    expect(now(scene, id)?.reversal).toBeUndefined();
    await hours(scene, 2);
    expect(now(scene, id)?.reversal).toBeDefined();
    await scene.recover(10);
    expectSound(scene);
  });

  test('is looked for at an account that is configured again', async () => {
    const { scene, id, charge } = await givenUp('checkout_com');
    scene.arrive(charge);
    const { accounts } = scene.known;
    scene.known.accounts = [];
    await scene.pass(hour);
    await scene.recover(30);
    scene.known.accounts = accounts;
    await hours(scene, 2);
    expect(now(scene, id)?.reversal).toBeDefined();
    await scene.recover(60);
    expectSound(scene);
  });

  test('is not looked for by making the payment anew, once its key is forgotten', async () => {
    const { scene } = await givenUp('paypal');
    const looks = scene.calls('look_up').length;
    await hours(scene, 200);
    expect(scene.calls('look_up').length - looks).toBe(1);
  });
});

/** A refund of 10.00 that recovery has called failed: absent long enough, it was sent again, and refused. */
const refundGivenUp = async () => {
  const scene = createScene({ psps: [profileOf('keeps_success')] });
  const { id } = await scene.create();
  scene.confirm(id);
  await scene.pass(20_000);
  scene.holdWebhooks();
  const [charge] = scene.chargesOf(id);
  if (!charge) throw new Error('there is no charge');
  scene.plan('request_lost', { times: 3 });
  scene.refund(charge.id, 1_000);
  await scene.pass(40_000);
  scene.script('keeps_success', 'refund', { outcome: 'failed', reason: 'invalid_request', code: 'state' });
  await scene.recover(40);
  const [refund] = Object.values(now(scene, id)?.refunds ?? {});
  expect(refund).toMatchObject({ status: 'failed' });
  const arrives = () => scene.operationArrives('keeps_success', charge.id, 'refund', refund as never);
  const left = () => now(scene, id)?.amount_refundable;
  return { scene, charge, refund: refund as Refund, arrives, left };
};

test('a refund that was called failed and done after all is found by the looks that follow', async () => {
  const { scene, charge, arrives, left } = await refundGivenUp();
  arrives();
  await scene.pass(2 * hour);
  await scene.recover(5);
  expect(left()).toBe(charge.amount - 1_000);
  expect(scene.reported('outcome_contradicted')).toBe(1);
  expectSound(scene);
});

test('and is found although it has given way to others that failed', async () => {
  const { scene, charge, refund, arrives, left } = await refundGivenUp();
  for (let count = 0; count < 101; count++) {
    scene.script('keeps_success', 'refund', { outcome: 'failed', reason: 'processor_error' });
    scene.refund(charge.id, 100);
    await scene.pass(2_000);
  }
  expect(scene.chargesOf(charge.session)[0]?.refunds).not.toHaveProperty(refund.id);
  await hours(scene, 2);
  arrives();
  await hours(scene, 25);
  expect(left()).toBe(charge.amount - 1_000);
  expect(scene.reported('outcome_contradicted')).toBe(1);
  expectSound(scene);
});

describe('a refund whose request arrives once its PSP has forgotten the key of the repeat', () => {
  /** A refund of 10.00, made by the repeat of a lost request, which arrives forty days later. */
  const madeTwice = async (psp: PspKind, { fails = false } = {}): Promise<OneCharge> => {
    const one = await captured(psp);
    const { scene, id, charge } = one;
    scene.plan('request_lost', { times: 3 });
    scene.refund(id, 1_000);
    await scene.pass(40_000);
    await scene.recover(60);
    await deliverAll(one);
    const [refund] = Object.values(charge().refunds);
    expect(refund).toMatchObject({ status: 'succeeded' });
    await scene.pass(40 * day);
    if (fails) scene.plan('operation_refused');
    scene.operationArrives(psp, id, 'refund', refund as Refund);
    await scene.pass(200_000);
    return one;
  };

  const left = ({ charge }: OneCharge) => charge().amount_refundable;

  test.each(['stripe', 'checkout_com', 'square', 'paypal'] as const)('counts twice: %s', async (psp) => {
    const one = await madeTwice(psp);
    const { scene, id } = one;
    scene.refresh(id);
    await scene.pass(20_000);
    expect(left(one)).toBe(599);
    await deliverAll(one);
    expect(left(one)).toBe(599);
    expect(scene.reported('outcome_contradicted')).toBe(1);
  });

  test('counts twice by its event, if the PSP cannot be asked', async () => {
    const one = await madeTwice('adyen');
    await deliverAll(one);
    await deliverAll(one);
    expect(left(one)).toBe(599);
    expect(one.scene.reported('outcome_contradicted')).toBe(1);
  });

  test.each(['stripe', 'checkout_com', 'square', 'paypal'] as const)(
    'and fails: the repeat still counts: %s',
    async (psp) => {
      const one = await madeTwice(psp, { fails: true });
      for (const { event } of [...one.scene.sent]) expect(await one.scene.deliver(psp, event)).toBe(true);
      expect(left(one)).toBe(1_599);
      expect(one.scene.reported('refund_failed_late')).toBe(0);
    },
  );
});
