import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { authorized, eventAbout, type OneCharge } from './authorized.ts';
import { givenUp } from './given-up.ts';

const minute = 60_000;
const day = 86_400_000;

/** What a checkout_com attempt took after it was given up, before the event that reports it is delivered. */
const takenLate = async (): Promise<OneCharge> => {
  const one = await givenUp('checkout_com');
  const { scene, charge } = one;
  scene.holdWebhooks();
  scene.arrive(charge());
  await scene.pass(3 * minute);
  return one;
};

describe.each(Array.from({ length: 18 }, (_, after) => after))(
  'a function killed after %i chances',
  (after) => {
    /** The PSP delivers the event again, and recovery runs again. */
    const killedAt = async ({ scene, psp }: OneCharge, event?: PspEvent): Promise<void> => {
      scene.plan('killed', { after });
      if (event) await scene.deliver(psp, event);
      else {
        scene.service.recover();
        await scene.pass(minute);
      }
      scene.planned.clear();
      if (event) await scene.deliver(psp, event);
      await scene.recover(60);
    };

    test('keeps from nobody that a person must decide', async () => {
      const one = await authorized('adyen');
      const { scene, id, charge } = one;
      scene.operate('cancel', id);
      await scene.pass(day + 10 * minute);
      await killedAt(one);
      expect(charge().cancel?.needs_review).toBe(true);
      expect(scene.reported('needs_review')).toBeGreaterThan(0);
    });

    test('keeps from nobody that money was taken late', async () => {
      const one = await takenLate();
      const { scene, charge } = one;
      await killedAt(one, eventAbout(scene, 'authorization'));
      expect(charge().reversal).toMatchObject({ status: 'done' });
      expect(scene.reported('late_effect')).toBeGreaterThan(0);
    });

    test('keeps from nobody that the refund of late money has failed', async () => {
      const one = await takenLate();
      const { scene, psp, id, charge } = one;
      await scene.deliver(psp, eventAbout(scene, 'authorization'));
      await scene.recover(60);
      expect(charge().reversal).toMatchObject({ by: 'refund', status: 'done' });
      scene.takeBack(psp, id, 'refund');
      await scene.pass(3 * minute);
      await killedAt(one, eventAbout(scene, 'refund'));
      expect(scene.reported('refund_failed_late')).toBeGreaterThan(0);
    });
  },
);
