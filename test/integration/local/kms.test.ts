import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { startKms } from '../../../local/aws/kms.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (dataDir?: string) => {
  const { url, close } = await startKms(dataDir === undefined ? {} : { dataDir });
  closers.push(close);
  return async (operation: string, body: object) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-amz-target': `TrentService.${operation}` },
      body: JSON.stringify({ KeyId: 'alias/cards', ...body }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, string> };
  };
};

const bound = { token: 'vt_1', merchant: 'shop' };
const make = { KeySpec: 'AES_256', EncryptionContext: bound };

test('a data key is unwrapped for the same context, in whatever order, and for no other', async () => {
  const call = await start();
  const { Plaintext = '', CiphertextBlob } = (await call('GenerateDataKey', make)).json;
  expect(Buffer.from(Plaintext, 'base64')).toHaveLength(32);
  const unwrap = (EncryptionContext: object | undefined, blob = CiphertextBlob) =>
    call('Decrypt', { CiphertextBlob: blob, EncryptionContext });
  expect((await unwrap({ merchant: 'shop', token: 'vt_1' })).json.Plaintext).toBe(Plaintext);
  for (const other of [{ ...bound, token: 'vt_2' }, { token: 'vt_1' }, { ...bound, more: '' }, undefined])
    expect(await unwrap(other)).toMatchObject({
      status: 400,
      json: { __type: 'InvalidCiphertextException' },
    });
  expect((await unwrap(bound, 'AAAA')).status).toBe(400);
});

test('no two data keys are the same, and nothing else is served', async () => {
  const call = await start();
  const made = await Promise.all([call('GenerateDataKey', make), call('GenerateDataKey', make)]);
  expect(new Set(made.map(({ json }) => json.Plaintext)).size).toBe(2);
  expect(await call('Encrypt', {})).toMatchObject({ status: 400 });
});

test('with a folder the key outlives the process, and only its owner may read it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kms-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const { Plaintext = '', CiphertextBlob } = (await (await start(folder))('GenerateDataKey', make)).json;
  const again = await start(folder);
  expect((await again('Decrypt', { CiphertextBlob, EncryptionContext: bound })).json.Plaintext).toBe(
    Plaintext,
  );
  expect(statSync(join(folder, 'kms.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'kms.json'), 'utf8')).not.toContain(Plaintext);
  const stranger = await start();
  expect((await stranger('Decrypt', { CiphertextBlob, EncryptionContext: bound })).status).toBe(400);
});
