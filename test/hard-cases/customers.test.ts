import { describe, expect, test } from '@jest/globals';
import {
  returnState,
  sessionToken,
  verifyReturnState,
  verifySessionToken,
} from '../../lib/http/session-token.ts';
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

describe('3-D Secure', () => {
  const away = async (psp: PspKind) => {
    const { scene, session } = await at(psp);
    scene.plan('authentication');
    scene.confirm(session);
    await scene.pass(20_000);
    const charge = scene.chargesOf(session)[0]?.id ?? '';
    expect(scene.session(session)?.payment_status).toBe('requires_action');
    return { scene, session, charge };
  };

  test.each(['stripe', 'adyen'] as const)(
    'abandoned at %s: canceled when the session expires, and no sooner',
    async (psp) => {
      const { scene, session } = await away(psp);
      await scene.recover(25);
      expect(scene.session(session)?.payment_status).toBe('requires_action');
      await scene.pass(2 * 3_600_000);
      await scene.recover(3);
      expect(scene.session(session)?.payment_status).toBe('unpaid');
      expectSound(scene);
    },
  );

  test('its return lost: what the PSP took is found', async () => {
    const { scene, session, charge } = await away('stripe');
    scene.servers.get('stripe')?.answerBank(charge, true);
    await scene.recover(10);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('a return that carries nothing (the back button, a prefetch) leaves the payment to the real one', async () => {
    const { scene, session, charge } = await away('adyen');
    scene.complete(session, charge);
    await scene.pass(20_000);
    expect(scene.calls('complete')).toHaveLength(0);
    expect(scene.session(session)?.payment_status).toBe('requires_action');
    scene.complete(session, charge, 'approved');
    await scene.pass(20_000);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expectSound(scene);
  });

  test('returned twice: completed once', async () => {
    const { scene, session, charge } = await away('adyen');
    scene.complete(session, charge, 'approved');
    scene.complete(session, charge, 'approved');
    await scene.pass(20_000);
    expect(scene.calls('complete')).toHaveLength(1);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expectSound(scene);
  });
});

describe('a client secret', () => {
  const keys = [{ id: 'k1', key: Buffer.alloc(32, 1) }] as const;
  const [mine, other] = ['cs_00000000000000000000000001', 'cs_00000000000000000000000002'];

  test('opens its own session and no other', () => {
    const token = sessionToken(keys, mine, 'k1') ?? '';
    expect(verifySessionToken(keys, token)).toBe(mine);
    expect(verifySessionToken(keys, token.replace(mine, other))).toBeUndefined();
    expect(verifySessionToken([{ id: 'k1', key: Buffer.alloc(32, 2) }], token)).toBeUndefined();
  });

  test('a return state is good for its session and charge alone', () => {
    const state = returnState(keys, mine, { charge: 'ch_00000000000000000000000001', mode: 'redirect' });
    expect(verifyReturnState(keys, mine, state)).toMatchObject({ charge: 'ch_00000000000000000000000001' });
    expect(verifyReturnState(keys, other, state)).toBeUndefined();
    expect(verifyReturnState(keys, mine, state.replace('0001.', '0002.'))).toBeUndefined();
  });

  test('used again under a key: that answer stays, and the key is for that request', async () => {
    const scene = createScene({ psps: [profileOf('stripe')] });
    const { id: session } = await scene.create({ manual: true });
    scene.confirm(session);
    await scene.pass(20_000);
    const ask = async (hash?: string) => {
      const { given } = scene.confirm(session, 'again', hash);
      await scene.pass(5_000);
      return given();
    };
    const first = await ask();
    expect(first?.body).toContain('"payment_status":"authorized"');
    scene.operate('capture', scene.chargesOf(session)[0]?.id ?? '');
    await scene.pass(5_000);
    expect(scene.session(session)?.payment_status).toBe('paid');
    expect((await ask())?.body).toBe(first?.body);
    expect(await ask('another body')).toMatchObject({ status: 422 });
    expect(scene.chargesOf(session)).toHaveLength(1);
    expectSound(scene);
  });

  test('leaked and used again after the payment charges nothing', async () => {
    const { scene, session } = await at('stripe');
    scene.confirm(session);
    await scene.pass(20_000);
    const again = scene.confirm(session);
    await scene.pass(20_000);
    expect(again.given()?.status).toBe(200);
    expect(scene.calls('authorize')).toHaveLength(1);
    expectSound(scene);
  });
});
