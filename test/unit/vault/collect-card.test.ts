import { describe, expect, test } from '@jest/globals';
import { newSigningKey } from '../../../lib/runtime/signing-keys.ts';
import { signGrant } from '../../../lib/vault-protocol/grant.ts';
import { verifyReceipt } from '../../../lib/vault-protocol/receipt.ts';
import { card, grant, receiptKeys, session, vaultScene } from './vault-scene.ts';

describe('collect', () => {
  test('the receipt says only what may be known of the card', async () => {
    const scene = vaultScene();
    const { token, receipt } = await scene.collect({ ...card, name: 'Ada', network: 'visa' });
    expect(verifyReceipt(receipt, receiptKeys)).toEqual({
      token,
      merchant: 'shop',
      mode: 'test',
      session,
      bin: '400005',
      last4: '5556',
      brand: 'visa',
      network: 'visa',
      name: 'Ada',
      exp_month: 12,
      exp_year: 2030,
      created: scene.now / 1000,
    });
  });

  test('what is stored and logged holds neither number nor security code', async () => {
    const scene = vaultScene();
    const { token } = await scene.collect();
    const counted = [...scene.cards.sets].map(([id, members]) => [id, ...members]);
    const kept = JSON.stringify([[...scene.cards.cards], [...scene.cards.cvcs], counted, scene.logged]);
    for (const part of [
      card.number,
      card.cvc,
      '5566',
      Buffer.from(card.number).toString('base64').slice(0, 12),
    ])
      expect(kept.replaceAll(token, '').replace(/"(wrapped|number|cvc)":"[^"]*"/g, '')).not.toContain(part);
    expect(kept).not.toContain(card.number);
    expect(scene.cards.cards.get(token)).not.toHaveProperty('cvc');
  });

  test('a session takes five cards, another one its own five', async () => {
    const scene = vaultScene();
    const six = await Promise.allSettled(Array.from({ length: 6 }, () => scene.collect()));
    expect(six.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(scene.collect()).rejects.toMatchObject({ code: 'too_many_attempts' });
    await scene.collect(card, scene.signed({ session: 'cs_other' }));
    expect(scene.cards.cards.size).toBe(6);
  });

  test.each([
    ['of another merchant', { merchant: 'other' }],
    ['of another mode', { mode: 'live' }],
    ['that is over', { expires: 1 }],
  ])('a grant %s is refused', async (_, change) => {
    const scene = vaultScene();
    await expect(scene.collect(card, scene.signed(change))).rejects.toMatchObject({ code: 'token_invalid' });
    expect(scene.cards.cards.size).toBe(0);
  });

  test('a grant signed by another key is refused, and so is a missing one', async () => {
    const scene = vaultScene();
    const content = { merchant: 'shop', mode: 'test', session, expires: scene.now } as const;
    const forged = signGrant(content, { ...newSigningKey('g1'), id: grant.id });
    await expect(scene.collect(card, forged)).rejects.toMatchObject({ code: 'token_invalid' });
    await expect(scene.collect(card, '')).rejects.toMatchObject({ code: 'token_invalid' });
  });

  test.each([
    ['number', { number: '4000056655665557' }],
    ['number', { number: '40000566556' }],
    ['number', { number: '4000 0566 5566 5556' }],
    ['cvc', { cvc: '86' }],
    ['exp_year', { exp_month: 10, exp_year: 2026 }],
    ['network', { network: 'mastercard' as const }],
  ])('a card with a wrong %s is refused, and nothing of it is kept', async (field, change) => {
    const scene = vaultScene();
    const error = await scene.collect({ ...card, ...change }).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'parameter_invalid', details: { param: `card.${field}` } });
    expect(String((error as Error).message)).not.toMatch(/\d{4}/);
    expect(scene.cards.cards.size).toBe(0);
  });

  test('a key service that does not answer leaves nothing behind', async () => {
    const scene = vaultScene();
    scene.keys.make = () => Promise.reject(new Error('down'));
    await expect(scene.collect()).rejects.toThrow('down');
    expect(scene.cards.cards.size + scene.cards.cvcs.size).toBe(0);
  });

  test.each(['collect', 'collectCvc'] as const)(
    '%s: a key service that does not answer costs the session none of its cards, and what is refused costs no key',
    async (collect) => {
      const scene = vaultScene();
      const { make } = scene.keys;
      scene.keys.make = () => Promise.reject(new Error('down'));
      for (let index = 0; index < 6; index++) await expect(scene[collect]()).rejects.toThrow('down');
      let made = 0;
      scene.keys.make = (bound) => {
        made++;
        return make(bound);
      };
      for (let index = 0; index < 5; index++) await scene[collect]();
      await expect(scene[collect]()).rejects.toMatchObject({ code: 'too_many_attempts' });
      expect(made).toBe(5);
    },
  );
});
