import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { captured, eventAbout, type OneCharge } from './authorized.ts';

/** The function is killed, or the answer to its write is lost. */
const faults = ['killed', 'storage_lost_after'] as const;
const cases = faults.flatMap((fault) => Array.from({ length: 7 }, (_, after) => [fault, after] as const));

describe.each(cases)('more was returned than captured: %s after %i chances', (fault, after) => {
  /** The PSP delivers it until it is taken. */
  const deliverAgain = async ({ scene, psp }: OneCharge, event: PspEvent): Promise<void> => {
    scene.plan(fault, { after });
    await scene.deliver(psp, event);
    scene.planned.clear();
    expect(await scene.deliver(psp, event)).toBe(true);
  };

  test('a dispute of what has been refunded raises an alarm', async () => {
    const one = await captured('adyen');
    const { scene, psp, id, charge } = one;
    scene.refund(id);
    await scene.pass(60_000);
    await scene.deliver(psp, eventAbout(scene, 'refund'));
    expect(charge().amount_refundable).toBe(0);
    scene.dispute(psp, id, 2_599);
    await deliverAgain(one, eventAbout(scene, 'dispute'));
    expect(charge().amount_refundable).toBe(-2_599);
    expect(scene.reported('over_returned')).toBeGreaterThan(0);
  });

  test('a refund made elsewhere of what is disputed raises an alarm', async () => {
    const one = await captured('adyen');
    const { scene, psp, id, charge } = one;
    scene.dispute(psp, id, 2_000);
    await scene.deliver(psp, eventAbout(scene, 'dispute'));
    scene.elsewhere(psp, id, 'refund', 2_000);
    await deliverAgain(one, eventAbout(scene, 'refund'));
    expect(charge().amount_refundable).toBe(-1_401);
    expect(scene.reported('over_returned')).toBeGreaterThan(0);
  });
});
