import { describe, expect, test } from '@jest/globals';
import { authorized, eventAbout } from './authorized.ts';
import { expectSound } from './expect-sound.ts';
import { decided } from './reviewed.ts';

const first = 1_500;
const rest = 1_099;

/** This much was captured in the dashboard, and then our capture of the whole hold took the rest. The PSP has reported neither. */
const unreported = async (amount: number) => {
  const one = await authorized('checkout_com');
  const { scene, psp, id } = one;
  scene.plan('late_effect');
  scene.operate('capture', id);
  await scene.pass(9_000);
  const other = scene.elsewhere(psp, id, 'capture', amount);
  await scene.pass(110_000);
  return { ...one, other };
};

/** The same of 15.00, but the PSP has reported ours, and shows only the first. */
const reported = async () => {
  const one = await unreported(first);
  const { scene, psp, id, charge, other } = one;
  const { psp_reference } = charge();
  const shows = (amount_captured: number) =>
    scene.script(psp, 'lookUp', { outcome: 'captured', psp_reference, amount_captured });
  shows(first);
  const ours = scene.sent.map(({ event }) => event).findLast(({ operation }) => operation !== undefined);
  if (!ours) throw new Error('ours took nothing');
  await scene.deliver(psp, ours);
  expect(charge()).toMatchObject({ amount_captured: first, capture: { status: 'accepted' } });
  const fails = async () => {
    scene.takeBack(psp, id, 'capture', other.id);
    const failure = scene.sent.at(-1)?.event;
    if (!failure) throw new Error('nothing failed');
    await scene.deliver(psp, failure);
    await scene.pass(700_000);
    await scene.deliver(psp, failure);
  };
  return { ...one, fails, shows };
};

describe('a capture of ours that took the rest of the hold, as its event says', () => {
  test('is sent once, and done once the PSP shows both', async () => {
    const { scene, psp, id, charge } = await reported();
    await scene.recover(40);
    expect(charge()).toMatchObject({ amount_captured: first + rest, capture: { status: 'done' } });
    expect(scene.payment(psp, id).operations).toHaveLength(2);
    expectSound(scene);
  });

  test('stays done if the other fails after that', async () => {
    const { scene, charge, fails } = await reported();
    await scene.recover(40);
    await fails();
    await scene.recover(40);
    expect(charge()).toMatchObject({ amount_captured: rest, capture: { status: 'done' } });
    expectSound(scene);
  });

  describe('if the other fails before that', () => {
    const failed = async () => {
      const one = await reported();
      one.shows(first);
      await one.fails();
      expect(one.charge()).toMatchObject({ amount_captured: rest, capture: { status: 'accepted' } });
      return one;
    };

    test('is done once its report must be part of what the PSP shows', async () => {
      const { scene, charge } = await failed();
      await scene.recover(40);
      expect(charge()).toMatchObject({ amount_captured: rest, capture: { status: 'done' } });
      expectSound(scene);
    });

    test('counts once, also if a person decides it', async () => {
      const one = await failed();
      const { scene, psp, charge } = one;
      scene.script(psp, 'lookUp', ...Array(40).fill({ outcome: 'unknown', doubt: 'timeout' }));
      await scene.recover(24 * 60 + 5);
      await decided(one, { outcome: 'succeeded', amount: rest });
      expect(charge()).toMatchObject({ amount_captured: rest, capture: { status: 'done' } });
      expect(scene.reported('decision_contradicted')).toBe(0);
      expectSound(scene);
    });
  });
});

test('a person who decides a capture that took the rest of a hold counts nothing twice, once the other has failed', async () => {
  const one = await unreported(1_000);
  const { scene, psp, id, charge, other } = one;
  scene.takeBack(psp, id, 'capture', other.id);
  await scene.recover(24 * 60 + 5);
  expect(charge()).toMatchObject({ amount_captured: 1_599, capture: { status: 'accepted' } });
  await decided(one, { outcome: 'succeeded', amount: 1_599 });
  expect(charge()).toMatchObject({ amount_captured: 1_599, capture: { status: 'done' } });
  expect(scene.reported('decision_contradicted')).toBe(0);
  expectSound(scene);
});

test('a capture that was called failed, and takes the rest of a hold hours later, counts beside one that only a look-up has shown', async () => {
  const { scene, psp, id, charge } = await authorized('checkout_com');
  scene.plan('operation_refused');
  scene.plan('done_after_all');
  scene.operate('capture', id);
  await scene.pass(120_000);
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  await scene.recover(20);
  expect(charge()).toMatchObject({ amount_captured: 0, capture: { status: 'failed' } });
  scene.elsewhere(psp, id, 'capture', first);
  await scene.pass(120_000);
  scene.refresh(id);
  await scene.pass(1_000);
  expect(charge()).toMatchObject({ amount_captured: first, external: true });
  const { psp_reference } = charge();
  await scene.pass(3 * 3_600_000);
  scene.script(psp, 'lookUp', { outcome: 'captured', psp_reference, amount_captured: first });
  await scene.deliver(psp, eventAbout(scene, 'capture'));
  expect(charge()).toMatchObject({ amount_captured: first });
  await scene.recover(40);
  expect(charge()).toMatchObject({ amount_captured: first + rest });
  expectSound(scene);
});
