import { describe, expect, test } from '@jest/globals';
import { adyenBody, answered, card, session, slots, vaultScene } from './vault-scene.ts';

const refused = (cause: string) => ({ kind: 'refused', cause });
const code = '471';

/** A card that was kept long ago, whose own code is gone. */
const kept = async () => {
  const scene = vaultScene();
  const { token } = await scene.collect(card, scene.signed({ session: `cs_${'0'.repeat(26)}` }));
  await scene.manage('keep', token);
  scene.now += 40 * 86_400_000;
  return { scene, token };
};

describe('the security code of a kept card', () => {
  test('completes a payment of its session, with that card’s number', async () => {
    const { scene, token } = await kept();
    const { token: cvc_token } = await scene.collectCvc(code);
    expect(await scene.forward(scene.adyen(token, { cvc_token }))).toBe(answered);
    expect(scene.sent[0]?.body).toBe(adyenBody().replace(slots.number, card.number).replace(slots.cvc, code));
  });

  test('is stored and logged only encrypted', async () => {
    const { scene } = await kept();
    scene.logged.length = 0;
    const { token } = await scene.collectCvc('4711');
    const stored = scene.cards.cvcs.get(token);
    expect(stored).toMatchObject({ token, alone: { session } });
    expect(JSON.stringify([stored, scene.logged]).replaceAll(token, '')).not.toMatch(/4711|NDcxMQ/);
  });

  test('is void once it is released, after its time, and in another session', async () => {
    const { scene, token } = await kept();
    const { token: cvc_token } = await scene.collectCvc(code);
    const foreign = scene.adyen(token, { cvc_token, session: `cs_${'c'.repeat(26)}` });
    expect(await scene.forward(foreign)).toEqual(refused('cvc_gone'));
    await scene.manage('release', cvc_token);
    expect(await scene.forward(scene.adyen(token, { cvc_token }))).toEqual(refused('cvc_gone'));
    const { token: late } = await scene.collectCvc(code);
    scene.now += 15 * 60_000;
    expect(await scene.forward(scene.adyen(token, { cvc_token: late }))).toEqual(refused('cvc_gone'));
    expect(scene.sent).toEqual([]);
  });

  test('is no card, nor is a card’s own code good for another card', async () => {
    const { scene, token } = await kept();
    const { token: cvc_token } = await scene.collectCvc(code);
    expect(await scene.forward(scene.adyen(cvc_token, { cvc_token }))).toEqual(refused('token'));
    const { token: typed } = await scene.collect();
    expect(await scene.forward(scene.adyen(token, { cvc_token: typed }))).toEqual(refused('cvc_gone'));
    expect(await scene.forward(scene.adyen(typed, { cvc_token }))).toEqual(refused('cvc_gone'));
    expect(scene.sent).toEqual([]);
  });

  test('is counted among its session’s cards: nobody tries out more than five', async () => {
    const { scene } = await kept();
    const six = await Promise.allSettled(Array.from({ length: 6 }, () => scene.collectCvc()));
    expect(six.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(scene.collect()).rejects.toMatchObject({ code: 'too_many_attempts' });
    await scene.close(`cs_${'d'.repeat(26)}`);
    const closed = scene.signed({ session: `cs_${'d'.repeat(26)}` });
    await expect(scene.collectCvc(code, closed)).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  test('counts in the vault’s minute and day', async () => {
    for (const [limit, change] of [
      ['minute', { a_minute: 1 }],
      ['day', { a_day: 1 }],
    ] as const) {
      const { scene } = await kept();
      scene.limits = { ...scene.limits, ...change };
      await scene.collectCvc();
      await expect(scene.collectCvc()).rejects.toMatchObject({ code: 'too_many_requests' });
      expect(scene.logged).toContainEqual({ event: 'vault_many_cards', span: limit, session });
    }
  });

  test.each(['12', '12345', 'abc', ''])('%j is none, and nothing is stored', async (given) => {
    const scene = vaultScene();
    await expect(scene.collectCvc(given)).rejects.toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'cvc' },
    });
    await expect(scene.collectCvc(code, scene.signed({ mode: 'live' }))).rejects.toMatchObject({
      code: 'token_invalid',
    });
    expect(scene.cards.cvcs.size).toBe(0);
  });
});
