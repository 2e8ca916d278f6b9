import { describe, expect, test } from '@jest/globals';
import type { PspEvent, RefundsFound } from '../../lib/types/psp.ts';
import type { PspKind } from '../simulation/psp/draw-profile.ts';
import { authorized, captured, eventAbout, type OneCharge } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { givenUp } from './given-up.ts';
import { decided, reviewed } from './reviewed.ts';

const nothingKnown = { outcome: 'unknown', doubt: 'timeout' };

type Reviewed = OneCharge & { readonly operation: string };

/** A refund of 10.00 that has reached its PSP, and of which nobody has told anything until a person has to decide. */
const refundReviewed = async (psp: PspKind): Promise<Reviewed> => {
  const one = await captured(psp);
  const { scene, id, charge } = one;
  scene.script(psp, 'lookUpRefunds', ...Array(60).fill(nothingKnown));
  scene.refund(id, 1_000);
  await scene.pass(120_000);
  await scene.recover(24 * 60 + 5);
  scene.script(psp, 'lookUpRefunds');
  const [operation = ''] = Object.keys(charge().refunds);
  expect(charge().refunds[operation]?.needs_review).toBe(true);
  return { ...one, operation };
};

/** The refunds that count, and what is left. */
const counted = ({ charge }: OneCharge) => [
  Object.values(charge().refunds).filter(({ status }) => status === 'succeeded').length,
  charge().amount_refundable,
];

/** A person decides. Before that takes effect, because storage is slow, the PSP tells how it is. */
const overtaken = async (
  { scene, psp, id, charge }: OneCharge,
  decision: Parameters<OneCharge['scene']['decide']>[1],
  news: PspEvent,
): Promise<void> => {
  const before = charge().decisions?.length ?? 0;
  scene.plan('storage_slow', { after: 3 });
  const asked = scene.decide(id, decision);
  await scene.pass(30);
  expect(charge().decisions).toHaveLength(before + 1);
  scene.service.receive(psp, news, () => undefined);
  await scene.pass(60);
  expect(asked.given()).toBeUndefined();
  await scene.pass(10_000);
  expect(asked.given()?.status).toBe(200);
};

describe('between a decision and its effect, the PSP counts, and says', () => {
  test('that a refund is done that was called failed', async () => {
    const one = await refundReviewed('adyen');
    const { scene, operation } = one;
    await overtaken(one, { operation, outcome: 'failed' }, eventAbout(scene, 'refund'));
    expect(counted(one)).toEqual([1, 1_599]);
    expect(scene.reported('refund_failed_late')).toBe(0);
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('that a refund has failed that was called done', async () => {
    const one = await refundReviewed('adyen');
    const { scene, psp, id, operation } = one;
    scene.takeBack(psp, id, 'refund');
    await overtaken(one, { operation, outcome: 'succeeded' }, eventAbout(scene, 'refund'));
    expect(counted(one)).toEqual([0, 2_599]);
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test.each(['succeeded', 'failed'] as const)('the same of a refund: %s', async (outcome) => {
    const one = await refundReviewed('adyen');
    const { scene, psp, id, operation } = one;
    if (outcome === 'failed') scene.takeBack(psp, id, 'refund');
    await overtaken(one, { operation, outcome }, eventAbout(scene, 'refund'));
    expect(counted(one)).toEqual(outcome === 'failed' ? [0, 2_599] : [1, 1_599]);
    expect(scene.reported('decision_contradicted')).toBe(0);
  });

  test('the same of a capture: nothing is supposed any more', async () => {
    const one = await reviewed('adyen', 'capture');
    const { scene, charge } = one;
    await overtaken(one, { outcome: 'succeeded' }, eventAbout(scene, 'capture'));
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expect(charge().presumed).toBeUndefined();
    expect(scene.reported('decision_contradicted')).toBe(0);
  });

  test('the same of a cancel: nothing is supposed any more', async () => {
    const one = await reviewed('adyen', 'cancel');
    const { scene, charge } = one;
    await overtaken(one, { outcome: 'canceled' }, eventAbout(scene, 'cancel'));
    expect(charge().status).toBe('canceled');
    expect(charge().presumed).toBeUndefined();
    expect(scene.reported('decision_contradicted')).toBe(0);
  });

  test('that a capture took more than was decided', async () => {
    const one = await reviewed('adyen', 'capture');
    const { scene, charge } = one;
    await overtaken(one, { outcome: 'succeeded', amount: 1_000 }, eventAbout(scene, 'capture'));
    expect(charge()).toMatchObject({ status: 'captured', amount_captured: 2_599, amount_refundable: 2_599 });
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test.each(['capture', 'cancel'] as const)('that a %s is done that was called failed', async (kind) => {
    const one = await reviewed('adyen', kind);
    const { scene, charge } = one;
    await overtaken(one, { outcome: 'failed' }, eventAbout(scene, kind));
    expect(charge().status).toBe(`${kind}${kind === 'capture' ? 'd' : 'ed'}`);
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test.each(['capture', 'cancel'] as const)('that a %s has failed that was called done', async (kind) => {
    const one = await authorized('adyen');
    const { scene, id, charge } = one;
    scene.plan('operation_refused');
    scene.operate(kind, id);
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    await overtaken(one, { outcome: 'succeeded' }, eventAbout(scene, kind));
    expect(charge().status).toBe('authorized');
    expect(scene.reported('decision_contradicted')).toBe(1);
  });
});

describe('between a decision about late money and its effect, the PSP counts, and says', () => {
  /** The return of late money that Adyen has accepted, and of which nobody has told anything until a person has to decide. */
  const returnReviewed = async (): Promise<Reviewed> => {
    const one = await givenUp('adyen');
    const { scene, psp, charge } = one;
    scene.holdWebhooks();
    scene.arrive(charge());
    await scene.deliver(psp, eventAbout(scene, 'authorization'));
    await scene.pass(120_000);
    await scene.recover(24 * 60 + 5);
    const { id: operation = '', needs_review } = charge().reversal ?? {};
    expect(needs_review).toBe(true);
    // That the money is there contradicts that the attempt was called absent.
    expect(scene.reported('decision_contradicted')).toBe(1);
    return { ...one, operation };
  };

  test('that it has failed, which was called done: it is sent again', async () => {
    const one = await returnReviewed();
    const { scene, psp, id, charge, operation } = one;
    scene.takeBack(psp, id, 'refund');
    await overtaken(one, { operation, outcome: 'succeeded' }, eventAbout(scene, 'refund'));
    expect(charge().reversal?.status).not.toBe('done');
    expect(scene.reported('decision_contradicted')).toBe(2);
  });

  test('that it is done, which was called failed', async () => {
    const one = await returnReviewed();
    const { scene, charge, operation } = one;
    await overtaken(one, { operation, outcome: 'failed' }, eventAbout(scene, 'refund'));
    expect(charge().reversal).toMatchObject({ id: operation, status: 'done' });
    expect(scene.reported('decision_contradicted')).toBe(2);
  });

  test.each(['succeeded', 'failed'] as const)('the same: %s', async (outcome) => {
    const one = await returnReviewed();
    const { scene, psp, id, operation } = one;
    if (outcome === 'failed') scene.takeBack(psp, id, 'refund');
    await overtaken(one, { operation, outcome }, eventAbout(scene, 'refund'));
    expect(scene.reported('decision_contradicted')).toBe(1);
  });
});

describe('a refund that a person calls failed and that is done', () => {
  test('counts, and the person is contradicted once, however often it is told', async () => {
    const one = await refundReviewed('adyen');
    const { scene, psp, operation } = one;
    await decided(one, { operation, outcome: 'failed' });
    const success = eventAbout(scene, 'refund');
    await scene.deliver(psp, success);
    await scene.deliver(psp, { ...success, id: 'told_again' });
    expect(counted(one)).toEqual([1, 1_599]);
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('counts, too, if the list that shows it was asked for before the decision', async () => {
    const one = await refundReviewed('checkout_com');
    const { scene, psp, id, operation } = one;
    const success = eventAbout(scene, 'refund');
    let wake: (found: RefundsFound) => void = () => undefined;
    const asleep = new Promise<RefundsFound>((resolve) => {
      wake = resolve;
    });
    scene.script(psp, 'lookUpRefunds', asleep);
    let taken = false;
    scene.service.receive(psp, success, (accepted) => {
      taken = accepted;
    });
    await scene.pass(100);
    await decided(one, { operation, outcome: 'failed' });
    const { id: psp_reference = '' } = scene.payment(psp, id).operations.at(-1) ?? {};
    const refund = { operation, psp_reference, amount: 1_000, status: 'succeeded' } as const;
    wake({ outcome: 'found', complete: true, refunds: [refund] });
    await scene.pass(12_000);
    expect(taken).toBe(true);
    expect(counted(one)).toEqual([1, 1_599]);
    expect(scene.reported('decision_contradicted')).toBe(1);
  });
});

test.each(['succeeded', 'failed'] as const)(
  'a refund that has failed, by the PSP, too, does not come back with late news of its success: called %s',
  async (outcome) => {
    const one = await refundReviewed('adyen');
    const { scene, psp, id, operation } = one;
    const success = eventAbout(scene, 'refund');
    scene.takeBack(psp, id, 'refund');
    await decided(one, { operation, outcome });
    await scene.deliver(psp, eventAbout(scene, 'refund'));
    await scene.deliver(psp, success);
    expect(counted(one)).toEqual([0, 2_599]);
    expect(scene.reported('decision_contradicted')).toBe(0);
    expectSound(scene);
  },
);

test('a capture that a person calls done, under the name of one that the PSP has called failed, has failed', async () => {
  const one = await authorized('adyen');
  const { scene, psp, id, charge } = one;
  scene.script(psp, 'capture', { outcome: 'pending' });
  scene.operate('capture', id);
  await scene.pass(60_000);
  const failure: PspEvent = {
    id: 'failure',
    reference: id,
    psp_reference: charge().psp_reference ?? '',
    operation_reference: 'capture_1',
    money: { amount: 2_599, currency: 'eur' },
    claim: { about: 'capture', result: { outcome: 'failed', reason: 'processor_error' } },
  };
  await scene.deliver(psp, failure);
  await scene.recover(24 * 60 + 5);
  await scene.deliver(psp, failure);
  expect(charge().capture?.needs_review).toBe(true);
  await decided(one, { outcome: 'succeeded', psp_reference: 'capture_1' });
  expect(charge().status).toBe('authorized');
  expect(charge().presumed).toBeUndefined();
  expect(scene.reported('decision_contradicted')).toBe(1);
});
