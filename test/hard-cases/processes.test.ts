import { describe, expect, test } from '@jest/globals';
import { type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import { expectSound } from './expect-sound.ts';
import { createScene, type Scene } from './scene.ts';

const at = async (
  ...psps: readonly PspKind[]
): Promise<{ readonly scene: Scene; readonly session: string }> => {
  const scene = createScene({ psps: psps.map((psp) => profileOf(psp)) });
  const { id } = await scene.create();
  return { scene, session: id };
};

const healed = async (scene: Scene): Promise<void> => {
  await scene.recover(45);
  await scene.pass(3 * 3_600_000);
  await scene.recover(3);
};

describe('a function killed', () => {
  const ports = Array.from({ length: 8 }, (_, port) => port);
  test.each(ports)(
    'at port crossing %i of a confirm: recovery alone ends it, nothing is taken twice',
    async (port) => {
      for (const psp of ['stripe', 'checkout_com'] as const) {
        const { scene, session } = await at(psp);
        scene.plan('killed', { after: port });
        const first = scene.confirm(session, 'key-1');
        await scene.pass(29_000);
        scene.planned.clear();
        await healed(scene);
        const second = scene.confirm(session, 'key-1');
        await scene.pass(29_000);
        // Killed before its first write it left nothing, and by now the session has expired.
        if (scene.chargesOf(session).length === 0) expect(second.given()?.body).toContain('session_expired');
        else expect(second.given()?.status).toBe(200);
        if (first.given()) expect(second.given()?.body).toBe(first.given()?.body);
        expect(scene.chargesOf(session).filter(({ status }) => status === 'captured').length).toBeLessThan(2);
        expectSound(scene);
      }
    },
  );

  test.each(ports)('at port crossing %i of a refund: the amount goes back once or stays', async (port) => {
    const { scene, session } = await at('stripe');
    scene.confirm(session);
    await scene.pass(29_000);
    const [charge] = scene.chargesOf(session);
    scene.plan('killed', { after: port });
    scene.refund(charge?.id ?? '', 600, 'key-1');
    await scene.pass(29_000);
    scene.planned.clear();
    await healed(scene);
    expect(
      Object.values(scene.chargesOf(session)[0]?.refunds ?? {}).every(({ status }) => status === 'succeeded'),
    ).toBe(true);
    expectSound(scene);
  });
});

describe('a function that goes on too long', () => {
  test('frozen before its call and thawed after its deadline sends nothing', async () => {
    const { scene, session } = await at('stripe');
    // The claim has been written; its answer is what the frozen process wakes up to.
    scene.plan('frozen', { after: 3 });
    const confirmed = scene.confirm(session);
    await scene.pass(29_000);
    await scene.recover(45);
    const sent = scene.calls('authorize').length;
    expect(confirmed.given() === undefined || sent <= 1).toBe(true);
    expectSound(scene);
  });

  test('the gateway gave up at 30 s: the same key is in use, then answered', async () => {
    const { scene, session } = await at('stripe');
    scene.plan('slow', { times: 3 });
    scene.confirm(session, 'key-1');
    await scene.pass(60);
    const meanwhile = scene.confirm(session, 'key-1');
    await scene.pass(40);
    expect(meanwhile.given()).toMatchObject({ status: 409 });
    expect(meanwhile.given()?.body).toContain('idempotency_key_in_use');
    await scene.pass(40_000);
    const after = scene.confirm(session, 'key-1');
    await scene.pass(1_000);
    expect(after.given()).toMatchObject({ status: 200, replayed: true });
    expectSound(scene);
  });
});

describe('delivered twice', () => {
  test('one request by the gateway: one payment, one answer', async () => {
    const { scene, session } = await at('stripe');
    const [one, two] = [scene.confirm(session, 'key-1'), scene.confirm(session, 'key-1')];
    await scene.pass(29_000);
    expect([one.given()?.status, two.given()?.status].sort()).toEqual([200, 409]);
    expect(scene.calls('authorize')).toHaveLength(1);
    expectSound(scene);
  });

  test('by two tabs: one pays, the other is told so', async () => {
    const { scene, session } = await at('stripe');
    const [one, two] = [scene.confirm(session, 'tab-1'), scene.confirm(session, 'tab-2')];
    await scene.pass(29_000);
    const statuses = [one.given()?.status, two.given()?.status].sort();
    expect(statuses).toEqual([200, 409]);
    expect(scene.calls('authorize')).toHaveLength(1);
    expectSound(scene);
  });

  test('under one key with another body: refused, without effect', async () => {
    const { scene, session } = await at('stripe');
    scene.confirm(session, 'key-1');
    await scene.pass(29_000);
    const other = scene.confirm(session, 'key-1', 'another body');
    await scene.pass(1_000);
    expect(other.given()).toMatchObject({ status: 422 });
    expect(scene.calls('authorize')).toHaveLength(1);
  });
});

describe('the storage', () => {
  test('throttles the claim: nothing is sent, the client may try again', async () => {
    const { scene, session } = await at('stripe');
    scene.plan('storage_lost_before', { after: 1 });
    const confirmed = scene.confirm(session);
    await scene.pass(29_000);
    expect(confirmed.given()?.status).toBe(503);
    expect(scene.calls('authorize')).toHaveLength(0);
    expectSound(scene);
  });

  test('commits the claim, then times out: whoever wrote it finds its own write and goes on', async () => {
    const { scene, session } = await at('stripe');
    scene.plan('storage_lost_after');
    const confirmed = scene.confirm(session);
    await scene.pass(29_000);
    expect(confirmed.given()?.status).toBe(200);
    expect(scene.calls('authorize')).toHaveLength(1);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('commits the claim, then is gone for longer: recovery ends what was never sent', async () => {
    const { scene, session } = await at('stripe');
    scene.plan('storage_lost_after');
    scene.plan('storage_lost_before', { after: 2, times: 9 });
    const confirmed = scene.confirm(session);
    await scene.pass(29_000);
    expect(confirmed.given()?.status).toBe(503);
    scene.planned.clear();
    await scene.recover(5);
    expect(scene.calls('authorize')).toHaveLength(0);
    expect(scene.chargesOf(session)).toMatchObject([{ status: 'failed' }]);
    expect(scene.session(session)?.payment_status).toBe('unpaid');
    expectSound(scene);
  });

  test('commits the settlement, then times out: the payment stands', async () => {
    const { scene, session } = await at('stripe');
    scene.plan('storage_lost_after', { after: 1 });
    scene.confirm(session);
    await scene.pass(29_000);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('lists what is open late: it is found a minute later', async () => {
    const { scene, session } = await at('stripe');
    scene.plan('killed', { after: 4 });
    scene.confirm(session);
    await scene.pass(55_000);
    scene.plan('index_stale', { times: 1 });
    await scene.recover(4);
    expect(scene.chargesOf(session)[0]?.status).not.toBe('pending');
    expectSound(scene);
  });

  test('still has a session long expired: it is refused all the same', async () => {
    const { scene, session } = await at('stripe');
    await scene.pass(86_400_000);
    const confirmed = scene.confirm(session);
    await scene.pass(1_000);
    expect(confirmed.given()?.body).toContain('session_expired');
    expect(scene.calls('authorize')).toHaveLength(0);
  });
});
