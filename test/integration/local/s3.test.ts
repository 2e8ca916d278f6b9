import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportFiles } from '../../../lib/runtime/export-files.ts';
import { presignedLink } from '../../../lib/runtime/presigned-link.ts';
import { startS3 } from '../../../local/aws/s3.ts';
import type { AwsServer } from '../../../local/aws/start-aws-server.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

const credentials = { accessKeyId: 'AKIALOCAL', secretAccessKey: 'a secret' };
let server: AwsServer;
beforeAll(async () => {
  server = await startS3({ credentials });
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: server.url,
    AWS_ENDPOINT_URL_S3: server.url,
    EXPORTS_BUCKET: 'exports',
  });
});
afterAll(() => server?.close());

async function* texts(...parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

const store = async (name: string, ...parts: readonly string[]): Promise<string> => {
  await exportFiles().write(name, 'csv', texts(...parts));
  return exportFiles().link(name, 'movements_2026-11-01.csv');
};

describe('a file', () => {
  test('of one small part is there, under its name, for whoever has the link', async () => {
    const answer = await fetch(await store('exp_1-1.csv', 'id\r\n', 'é\r\n'));
    expect([answer.status, await answer.text()]).toEqual([200, 'id\r\né\r\n']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="movements_2026-11-01.csv"',
    });
  });

  test('of many parts is whole, and in order', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `${index} ${'ü€'.repeat(100_000)}\n`);
    const answer = await fetch(await store('exp_2-1.csv', ...lines));
    expect(await answer.text()).toBe(lines.join(''));
  });

  test('that was not finished is not there', async () => {
    const broken = async function* () {
      yield 'x'.repeat(9 * 1024 * 1024);
      throw new Error('gone');
    };
    await expect(exportFiles().write('exp_3-1.csv', 'csv', broken())).rejects.toThrow('gone');
    expect((await fetch(await exportFiles().link('exp_3-1.csv', 'x.csv'))).status).toBe(404);
  });
});

describe('an answer of S3’s', () => {
  const wire = async (answers: readonly (number | 'lost' | 'late error')[], run: () => Promise<unknown>) => {
    const left = [...answers];
    const proxy = createTestServer((request, response) => {
      const completes = request.method === 'POST' && request.url?.includes('uploadId');
      const fault = completes ? left.shift() : undefined;
      if (fault === 'late error') return void response.end('<Error><Code>InternalError</Code></Error>');
      const onward = send(
        server.url + request.url,
        { method: request.method, headers: request.headers },
        (answer) => {
          if (fault === 'lost') return void response.destroy();
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${port}`;
    try {
      await run();
    } finally {
      process.env.AWS_ENDPOINT_URL_S3 = server.url;
      proxy.closeAllConnections();
      proxy.close();
    }
    return left;
  };

  test.each([
    ['that was lost after the file was put together', 'exp_7-1.csv', ['lost']],
    ['that ends with an error', 'exp_8-1.csv', ['late error']],
  ] as const)('%s costs no file', async (_, name, faults) => {
    expect(await wire(faults, () => store(name, 'id\r\n'))).toEqual([]);
    expect(await (await fetch(await exportFiles().link(name, 'x.csv'))).text()).toBe('id\r\n');
  });
});

test('without an address of its own, a bucket is asked at AWS, by its name', async () => {
  const { AWS_ENDPOINT_URL_S3 } = process.env;
  delete process.env.AWS_ENDPOINT_URL_S3;
  const link = new URL(await exportFiles().link('exp_1-1.csv', 'x.csv'));
  process.env.AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL_S3;
  expect([link.protocol, link.host, link.pathname]).toEqual([
    'https:',
    'exports.s3.eu-central-1.amazonaws.com',
    '/exp_1-1.csv',
  ]);
  expect(link.searchParams.get('X-Amz-Credential')).toMatch(/\/eu-central-1\/s3\/aws4_request$/);
});

describe('a link', () => {
  test.each<[string, (link: URL) => void]>([
    [
      'to another file',
      (link) => {
        link.pathname = link.pathname.replace('exp_4', 'exp_1');
      },
    ],
    ['that holds longer', (link) => link.searchParams.set('X-Amz-Expires', '90000')],
    ['from another time', (link) => link.searchParams.set('X-Amz-Date', '20300101T000000Z')],
    ['with another name', (link) => link.searchParams.set('response-content-disposition', 'inline')],
    ['signed by somebody else', (link) => link.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
    [
      'of another key',
      (link) => link.searchParams.set('X-Amz-Credential', 'AKIAOTHER/20300101/eu-central-1/s3/aws4_request'),
    ],
  ])('%s is refused', async (_, change) => {
    const link = new URL(await store('exp_4-1.csv', 'id\r\n'));
    change(link);
    expect((await fetch(link)).status).toBe(403);
  });

  test('is refused once its time is over', async () => {
    await store('exp_6-1.csv', 'id\r\n');
    const old = await presignedLink({
      endpoint_url: `${server.url}/exports`,
      path: '/exp_6-1.csv',
      query: {},
      expires_in: 0,
    });
    const answer = await fetch(old);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('expired')]);
  });

  test('holds for fifteen minutes, and reads only', async () => {
    const link = await store('exp_5-1.csv', 'id\r\n');
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('900');
    expect((await fetch(link, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(link)).status).toBe(200);
  });
});
