import * as realCrypto from 'node:crypto';
import { createReadStream as realCreateReadStream, fstatSync as realFstat } from 'node:fs';
import { readFile as realReadFile } from 'node:fs/promises';
import http from 'node:http';
import * as realNet from 'node:net';
import * as processModule from 'node:process';
import * as realTimers from 'node:timers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual as realIsDeepStrictEqual } from 'node:util';
import { crc32 as realCrc32 } from 'node:zlib';
import {
  DynamoDBClient,
  QueryOutput$,
  TransactionCanceledException$,
  TransactWriteItemsInput$,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { Sha256 as RealSha256 } from '@smithy/core/checksum';
import { assert as forAll, property, string } from 'fast-check';
import { DynamoDBJsonCodec2 } from '../../../lib/runtime/stand-ins/dynamodb-codec.ts';
import { defaultProvider } from '../../../lib/runtime/stand-ins/environment-credentials.ts';
import * as crypto from '../../../lib/runtime/stand-ins/node-crypto.ts';
import { fstatSync, ReadStream } from '../../../lib/runtime/stand-ins/node-fs.ts';
import { readFile } from '../../../lib/runtime/stand-ins/node-fs-promises.ts';
import { Agent, request } from '../../../lib/runtime/stand-ins/node-http.ts';
import { BlockList, isIP, isIPv6 } from '../../../lib/runtime/stand-ins/node-net.ts';
import { env, versions } from '../../../lib/runtime/stand-ins/node-process.ts';
import * as timers from '../../../lib/runtime/stand-ins/node-timers.ts';
import { isDeepStrictEqual } from '../../../lib/runtime/stand-ins/node-util.ts';
import { crc32 } from '../../../lib/runtime/stand-ins/node-zlib.ts';
import { Sha256 } from '../../../lib/runtime/stand-ins/sha256.ts';
import { defined } from '../../../lib/types/defined.ts';

test('the checksum is that of node:zlib, for any text', () => {
  forAll(
    property(string({ unit: 'grapheme', maxLength: 200 }), (text) => crc32(text) === realCrc32(text)),
    { numRuns: 2_000 },
  );
  expect(crc32('123456789')).toBe(0xcbf43926);
});

test('a file stream is recognised, as with node:fs', () => {
  const stream = realCreateReadStream(fileURLToPath(import.meta.url));
  stream.destroy();
  expect(stream instanceof ReadStream).toBe(true);
  expect({} instanceof ReadStream).toBe(false);
  expect(fstatSync).toBe(realFstat);
});

test('everything else that is replaced is identical', () => {
  expect({ Agent, request }).toEqual({ Agent: http.Agent, request: http.request });
  expect({ isIP, isIPv6 }).toEqual({ isIP: realNet.isIP, isIPv6: realNet.isIPv6 });
  expect(new BlockList()).toBeInstanceOf(realNet.BlockList);
  expect(isDeepStrictEqual).toBe(realIsDeepStrictEqual);
  expect(env).toBe(processModule.env);
  expect(versions).toBe(processModule.versions);
  expect(realCrypto).toMatchObject({ ...crypto });
  expect(realTimers).toMatchObject({ ...timers });
});

test('a file is read as with node:fs/promises', async () => {
  const file = fileURLToPath(import.meta.url);
  expect(await readFile(file, 'utf8')).toBe(await realReadFile(file, 'utf8'));
});

test("credentials are those of the Lambda's environment", async () => {
  const before = { ...process.env };
  try {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    });
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
    delete process.env.AWS_SECRET_ACCESS_KEY;
    await expect(defaultProvider()()).rejects.toThrow('AWS_SECRET_ACCESS_KEY is not set');
  } finally {
    process.env = before;
  }
});

test("a signature's hashes are the SDK's, with and without a key", async () => {
  const hashed = async (hash: RealSha256 | Sha256, parts: readonly string[]) => {
    for (const part of parts) hash.update(Buffer.from(part));
    return Buffer.from(await hash.digest()).toString('hex');
  };
  for (const secret of [undefined, 'AWS4key', await new RealSha256().digest()])
    for (const parts of [[], ['AWS4-HMAC-SHA256\n', 'ü 🂡']])
      expect(await hashed(new Sha256(secret), parts)).toBe(await hashed(new RealSha256(secret), parts));
});

test("requests to DynamoDB, and its answers as read, match the SDK's codec", async () => {
  const client = new DynamoDBClient({ region: 'eu-central-1' });
  const real = (
    client.config.protocol as unknown as { getPayloadCodec: () => DynamoDBJsonCodec2 }
  ).getPayloadCodec();
  client.destroy();
  const ours = new DynamoDBJsonCodec2();
  const item = {
    id: { S: 'ch_1 "quoted" ü 🂡' },
    amount: { N: '2599' },
    open: { BOOL: false },
    none: { NULL: true },
    steps: { L: [{ M: { at: { N: '1' } } }, { S: '' }] },
    names: { SS: ['a', 'b'] },
    empty: { M: {} },
  };
  const input = {
    TransactItems: [
      { Put: { TableName: 't', Item: item, ConditionExpression: undefined } },
      { Update: { TableName: 't', Key: { id: item.id }, ExpressionAttributeNames: { '#a': 'amount' } } },
    ],
  };
  const sent = (codec: DynamoDBJsonCodec2, token?: string) => {
    const serializer = codec.createSerializer();
    serializer.write(TransactWriteItemsInput$, { ...input, ...defined({ ClientRequestToken: token }) });
    const text: unknown = serializer.flush();
    return JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text as Uint8Array));
  };
  expect(sent(ours, 'token')).toEqual(sent(real, 'token'));
  // Without one, each makes one up, which every repeat of the request has.
  const [first, second] = [sent(ours), sent(ours)];
  expect(Object.keys(first)).toEqual(Object.keys(sent(real)));
  expect(first.ClientRequestToken).toMatch(/^[\w-]{22}$/);
  expect(second.ClientRequestToken).not.toBe(first.ClientRequestToken);

  const answer = { Items: [item], Count: 1, ScannedCount: 1, LastEvaluatedKey: { id: item.id } };
  const bytes = Buffer.from(JSON.stringify(answer));
  expect(await ours.createDeserializer().read(QueryOutput$, bytes)).toEqual(
    await real.createDeserializer().read(QueryOutput$, Buffer.from(bytes)),
  );
  const refused = { CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: item }] };
  expect(ours.createDeserializer().readObject(TransactionCanceledException$, refused)).toEqual(
    real.createDeserializer().readObject(TransactionCanceledException$, structuredClone(refused)),
  );
});
