import { describe, expect, test } from '@jest/globals';
import type { PspEvent, RefundsFound } from '../../lib/types/psp.ts';
import type { PspKind } from '../simulation/psp/draw-profile.ts';
import { captured, eventAbout, type OneCharge } from './authorized.ts';
import { decided } from './reviewed.ts';

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

/** Milliseconds from a decision to the news. At some of these it comes between the decision and its effect. */
const moments = [2, 4, 6, 8, 10, 12, 14, 16];

/** A person decides, and so much later the PSP tells how it is. */
const overtaken = async (
  { scene, psp, id }: OneCharge,
  decision: Parameters<OneCharge['scene']['decide']>[1],
  news: PspEvent,
  later: number,
): Promise<void> => {
  const asked = scene.decide(id, decision);
  await scene.pass(later);
  await scene.deliver(psp, news);
  await scene.deliver(psp, { ...news, id: 'told_again' });
  expect(asked.given()?.status).toBe(200);
};

describe.each(moments)('%d ms after a person decides, the PSP counts, and says', (later) => {
  test('that a refund is done that was called failed', async () => {
    const one = await refundReviewed('adyen');
    const { scene, operation } = one;
    await overtaken(one, { operation, outcome: 'failed' }, eventAbout(scene, 'refund'), later);
    expect(counted(one)).toEqual([1, 1_599]);
    expect(scene.reported('refund_failed_late')).toBe(0);
    expect(scene.reported('decision_contradicted')).toBe(1);
  });

  test('that a refund has failed that was called done', async () => {
    const one = await refundReviewed('adyen');
    const { scene, psp, id, operation } = one;
    scene.takeBack(psp, id, 'refund');
    await overtaken(one, { operation, outcome: 'succeeded' }, eventAbout(scene, 'refund'), later);
    expect(counted(one)).toEqual([0, 2_599]);
    expect(scene.reported('refund_failed_late') + scene.reported('decision_contradicted')).toBe(1);
  });

  test.each(['succeeded', 'failed'] as const)('the same of a refund: %s', async (outcome) => {
    const one = await refundReviewed('adyen');
    const { scene, psp, id, operation } = one;
    if (outcome === 'failed') scene.takeBack(psp, id, 'refund');
    await overtaken(one, { operation, outcome }, eventAbout(scene, 'refund'), later);
    expect(counted(one)).toEqual(outcome === 'failed' ? [0, 2_599] : [1, 1_599]);
    expect(scene.reported('decision_contradicted')).toBe(0);
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
