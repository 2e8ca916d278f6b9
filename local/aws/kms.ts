import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readStored } from '../support/read-stored.ts';
import { writeDurably } from '../support/write-durably.ts';
import { AwsError } from './aws-error.ts';
import { type AwsServer, type AwsServerOptions, startAwsServer } from './start-aws-server.ts';
import type { WireAnswer } from './wire.ts';

export type KmsOptions = AwsServerOptions & {
  /** Keeps the key in `kms.json` there, readable only by its owner; in memory if undefined. */
  readonly dataDir?: string;
};

type Call = {
  readonly KeyId?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
};

/** AWS KMS with one key of any name: `GenerateDataKey` and `Decrypt` on the JSON 1.1 wire. */
export const startKms = (options: KmsOptions = {}): Promise<AwsServer> => {
  const key = readKey(options.dataDir);
  return startAwsServer(({ headers, body }) => {
    const call: Call = JSON.parse(body.toString());
    switch (headers['x-amz-target']) {
      case 'TrentService.GenerateDataKey': {
        const plain = randomBytes(32);
        const CiphertextBlob = wrap(key, plain, call).toString('base64');
        return answer({ KeyId: call.KeyId, Plaintext: plain.toString('base64'), CiphertextBlob });
      }
      case 'TrentService.Decrypt':
        return answer({ KeyId: call.KeyId, Plaintext: unwrap(key, call).toString('base64') });
      default:
        throw new AwsError('UnknownOperationException', 400, `${headers['x-amz-target']} is not served here`);
    }
  }, options);
};

const readKey = (dataDir: string | undefined): Buffer => {
  if (dataDir === undefined) return randomBytes(32);
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'kms.json');
  const stored = readStored<{ readonly key: string }>(file) ?? { key: randomBytes(32).toString('base64') };
  if (!existsSync(file)) writeDurably(file, JSON.stringify(stored));
  return Buffer.from(stored.key, 'base64');
};

const answer = (body: object): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

const wrap = (key: Buffer, plain: Buffer, call: Call): Buffer => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(contextOf(call));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const unwrap = (key: Buffer, call: Call): Buffer => {
  const blob = Buffer.from(call.CiphertextBlob ?? '', 'base64');
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, 12), { authTagLength: 16 });
    cipher.setAAD(contextOf(call)).setAuthTag(blob.subarray(-16));
    return Buffer.concat([cipher.update(blob.subarray(12, -16)), cipher.final()]);
  } catch {
    throw new AwsError('InvalidCiphertextException', 400, '');
  }
};

/** The order of its entries does not matter. */
const contextOf = ({ EncryptionContext = {} }: Call): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(EncryptionContext).toSorted(([a], [b]) => (a < b ? -1 : 1))));
