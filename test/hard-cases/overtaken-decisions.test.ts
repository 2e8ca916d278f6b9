import { describe, expect, test } from '@jest/globals';
import type { RefundsFound } from '../../lib/types/psp.ts';
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
