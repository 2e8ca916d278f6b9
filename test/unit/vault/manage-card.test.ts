import { expect, test } from '@jest/globals';
import { manageCard } from '../../../lib/vault/manage-card.ts';
import { sweepCvcs } from '../../../lib/vault/sweep-cvcs.ts';
import { readVaultSecret } from '../../../lib/vault/vault-secret.ts';
import { vaultScene } from './vault-scene.ts';

const unknown = `vt_${'0'.repeat(26)}`;

test('each action may be repeated', async () => {
  const scene = vaultScene();
  const { token } = await scene.collect();
  for (const action of ['release', 'release', 'keep', 'keep', 'delete'] as const)
    expect(await scene.manage(action, token)).toEqual({ kind: 'done' });
  expect(await scene.manage('delete', token)).toEqual({ kind: 'unknown_token' });
  expect(scene.cards.cards.size).toBe(0);
});

test('deleting forgets the security code, too', async () => {
  const scene = vaultScene();
  const { token } = await scene.collect();
  await scene.manage('delete', token);
  expect(scene.cards.cvcs.size).toBe(0);
});

test('a missing card cannot be kept; there is nothing to release', async () => {
  const scene = vaultScene();
  expect(await scene.manage('keep', unknown)).toEqual({ kind: 'unknown_token' });
  expect(await scene.manage('release', unknown)).toEqual({ kind: 'done' });
});

test('a kept card outlives its day, its security code does not outlive its quarter of an hour', async () => {
  const scene = vaultScene();
  const { token } = await scene.collect();
  await scene.manage('keep', token);
  scene.now += 400 * 24 * 3_600_000;
  expect(await scene.cards.card(token, scene.now)).toMatchObject({ token, kept: true });
  expect(await scene.cards.cvc(token, scene.now)).toBeUndefined();
});

test.each([
  {},
  { action: 'reveal', token: unknown },
  { action: 'keep', token: '4242424242424242' },
  { action: 'close' },
  { action: 'close', session: 'cs_1#' },
  { action: 'close', session: `cs_${'b'.repeat(26)}`, token: unknown },
  null,
])('no other request is known: %j', async (request) => {
  const { forwardPorts } = vaultScene();
  await expect(manageCard(forwardPorts, request)).rejects.toThrow('This request is not from a router.');
});

test('the sweep takes only codes whose time is over', async () => {
  const scene = vaultScene();
  await scene.collect();
  scene.now += 14 * 60_000;
  await scene.collect();
  await sweepCvcs(scene.forwardPorts);
  expect(scene.cards.cvcs.size).toBe(2);
  scene.now += 60_000;
  await sweepCvcs(scene.forwardPorts);
  expect(scene.cards.cvcs.size).toBe(1);
  expect(scene.logged.at(-1)).toEqual({ event: 'vault_swept', deleted: 1 });
});

const secret = { receipt_keys: [{ id: 'r1', key: 'AAAA' }], fingerprint_secret: 'A'.repeat(44) };

test('the vault’s secret is read, or what is missing is named', () => {
  expect(readVaultSecret(JSON.stringify(secret)).receipt_key).toEqual({ id: 'r1', key: 'AAAA' });
  for (const receipt_keys of [undefined, [], [{ id: 'r1' }], [{ id: 'R-1', key: 'AAAA' }]])
    expect(() => readVaultSecret(JSON.stringify({ ...secret, receipt_keys }))).toThrow('receipt_keys[0]');
  for (const fingerprint_secret of [undefined, 'AAAA'])
    expect(() => readVaultSecret(JSON.stringify({ ...secret, fingerprint_secret }))).toThrow('32 bytes');
});
