import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allAddresses, closeAll, folder, launch, readNote, ready } from './launch-service.ts';
import { type Listening, listeningBelow } from './listening.ts';

let at: Awaited<ReturnType<typeof ready>>;
let doors: readonly Listening[];
let data: string;
let vault: { readonly url: string; readonly endpoint_url: string };
beforeAll(async () => {
  data = join(folder(), 'data');
  const program = launch(['--quiet', '--data', data]);
  at = await ready(program);
  doors = listeningBelow(program.child.pid ?? 0);
  vault = JSON.parse(readNote(at).environment.VAULT ?? '');
});
afterAll(closeAll);

/** The answer to exactly these lines: no client adds or corrects a header. */
const ask = async (port: number, lines: readonly string[], body = ''): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  const length = body === '' ? [] : [`content-length: ${body.length}`];
  socket.write(`${[...lines, ...length, 'connection: close', '', body].join('\r\n')}`);
  return text(socket);
};

const reachable = () => doors.filter((door) => door.reachable);

test('everything that a start opens is at the loopback address, and is what its note names', () => {
  for (const { address } of doors) expect(address).toMatch(/^127\./);
  const named = [...allAddresses(at, readNote(at)), vault.url, vault.endpoint_url].map((url) =>
    Number(new URL(url).port),
  );
  const open = reachable().map(({ port }) => port);
  expect(open).toEqual(expect.arrayContaining(named));
});

test('the stores have no address here: they are in networks of their own', () => {
  const hidden = doors.filter((door) => !door.reachable);
  expect(hidden).toEqual([
    { address: '127.0.0.1', port: 8000, reachable: false },
    { address: '127.0.0.1', port: 8000, reachable: false },
  ]);
});

const paths = ['/', '/v1/charges', '/demo/state', '/docs', '/psps', '/v1/payments'];

describe('every server of a start, with whatever path', () => {
  test.each([
    ['of another site', (port: number) => [`host: attacker.example:${port}`]],
    ['that begins like ours', (port: number) => [`host: 127.0.0.1.attacker.example:${port}`]],
    ['that ends like ours', (port: number) => [`host: attacker.localhost:${port}`]],
    ['of all interfaces', (port: number) => [`host: 0.0.0.0:${port}`]],
    ['that is a number', (port: number) => [`host: 2130706433:${port}`]],
    ['with a user', (port: number) => [`host: localhost@attacker.example:${port}`]],
    ['given twice', (port: number) => [`host: 127.0.0.1:${port}`, 'host: attacker.example']],
    ['that is empty', () => ['host: ']],
  ])('refuses a host %s', async (_, headers) => {
    for (const { port } of reachable())
      for (const path of paths) {
        const answer = await ask(port, [`GET ${path} HTTP/1.1`, ...headers(port)]);
        expect([port, path, answer]).toEqual([port, path, expect.stringMatching(/^HTTP\/1\.1 40[03] /)]);
        expect(answer).not.toContain('access-control-allow');
      }
  });

  test('refuses a target that names another host', async () => {
    for (const { port } of reachable()) {
      const answer = await ask(port, ['GET http://attacker.example/ HTTP/1.1', `host: 127.0.0.1:${port}`]);
      expect([port, answer]).toEqual([port, expect.stringMatching(/^HTTP\/1\.1 403 /)]);
    }
  });

  const strangers = [
    ['another site', ['origin: https://attacker.example', 'sec-fetch-site: cross-site']],
    ['a page without an origin', ['origin: null', 'sec-fetch-site: cross-site']],
    ['a page that hides where it is', ['sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors']],
    ['a subdomain', ['origin: http://evil.localhost:3000', 'sec-fetch-site: same-site']],
    ['a look-alike', ['origin: http://127.0.0.1.attacker.example', 'sec-fetch-site: cross-site']],
    ['a frame', ['sec-fetch-site: cross-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: object']],
  ] as const;

  test.each(strangers)('refuses %s, and gives a preflight no leave', async (_, headers) => {
    const preflight = [
      'access-control-request-method: POST',
      'access-control-request-headers: authorization,content-type,x-amz-target,x-amz-date',
      'access-control-request-private-network: true',
    ];
    for (const { port } of reachable())
      for (const path of paths)
        for (const [method, more] of [
          ['OPTIONS', preflight],
          ['POST', ['content-type: text/plain']],
          ['GET', []],
        ] as const) {
          const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...headers, ...more];
          const answer = await ask(port, lines, method === 'POST' ? '{"kind":"down"}' : '');
          expect([port, path, method, answer]).toEqual([
            port,
            path,
            method,
            expect.stringMatching(/^HTTP\/1\.1 403 /),
          ]);
          expect(answer.toLowerCase()).not.toContain('access-control-allow');
        }
  });

  test('says why, in words that name the mistake', async () => {
    for (const { port } of reachable()) {
      expect(await ask(port, ['GET / HTTP/1.1', 'host: rebound.example'])).toContain(
        'This answers to localhost and 127.0.0.1 only, not to \\"rebound.example\\".',
      );
    }
  });
});

describe('a program of this user', () => {
  test('is answered, under each of this machine’s names', async () => {
    const port = Number(new URL(at.base_url).port);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`, 'localhost'])
      expect(
        await ask(port, ['GET /v1/charges HTTP/1.1', `host: ${host}`, `authorization: Bearer ${at.api_key}`]),
      ).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('gets nothing from a store without a signature of this start', async () => {
    const { environment } = readNote(at);
    const { port } = new URL(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    const head = [
      'POST / HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'content-type: application/x-amz-json-1.0',
      'x-amz-target: DynamoDB_20120810.ListTables',
      'x-amz-date: 20260101T000000Z',
    ];
    const guess = `AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
    for (const more of [[], ['authorization: Bearer x'], [`authorization: ${guess}`]]) {
      const answer = await ask(Number(port), [...head, ...more], '{}');
      expect(answer).toMatch(/^HTTP\/1\.1 403 (MissingAuthenticationToken|InvalidSignature)Exception/);
      expect(answer).not.toContain('TableNames');
    }
  });
});

test('a link leads to a page of ours, from wherever it is; a merchant’s page here gets the fields, and only those', async () => {
  const port = Number(new URL(at.base_url).port);
  const visit = ['sec-fetch-site: cross-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: document'];
  const own = `host: localhost:${port}`;
  expect(await ask(port, ['GET / HTTP/1.1', own, ...visit])).toMatch(/^HTTP\/1\.1 200 /);
  const merchant = ['origin: http://localhost:3000', 'sec-fetch-site: same-site', 'sec-fetch-mode: cors'];
  const fields = await ask(port, ['GET /fields/v1/loader.js HTTP/1.1', own, ...merchant]);
  expect(fields).toMatch(/^HTTP\/1\.1 200 /);
  expect(fields).toContain('access-control-allow-origin: http://localhost:3000\r\n');
  for (const path of ['/', '/v1/charges', '/demo/state'])
    expect(await ask(port, [`GET ${path} HTTP/1.1`, own, ...merchant])).toMatch(/^HTTP\/1\.1 403 /);
});

test('the fields’ scripts are for every page to read, and nothing else of them is', async () => {
  const port = Number(new URL(at.base_url).port);
  const shop = [`host: localhost:${port}`, 'origin: https://shop.example', 'sec-fetch-site: cross-site'];
  expect(await ask(port, ['GET /fields/v1/loader.js HTTP/1.1', ...shop])).toContain(
    'access-control-allow-origin: https://shop.example\r\n',
  );
  for (const line of [
    'OPTIONS /fields/v1/loader.js',
    'POST /fields/v1/loader.js',
    'GET /fields/v1/frame.html',
  ])
    expect(await ask(port, [`${line} HTTP/1.1`, ...shop])).not.toContain('access-control-allow');
  const rebound = [`host: rebound.example:${port}`, 'sec-fetch-site: same-origin'];
  expect(await ask(port, ['GET /fields/v1/loader.js HTTP/1.1', ...rebound])).toMatch(/^HTTP\/1\.1 403 /);
});

/** The statuses that a program of user `uid` gets at these addresses. */
const asUser = async (uid: number, urls: readonly string[]): Promise<readonly number[]> => {
  const program = `Promise.all(${JSON.stringify(urls)}.map((url) => fetch(url).then(({ status }) => status))).then((all) => console.log(JSON.stringify(all)))`;
  const child = spawn(process.execPath, ['-e', program], { uid, gid: uid, cwd: '/', env: {} });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(output);
};

test('another user of this machine gets nothing that needs no key', async () => {
  const urls = [`${at.admin}/psps`, `${at.base_url}/demo/state`, at.psps.stripe ?? ''];
  expect(await asUser(process.getuid?.() ?? 0, urls)).toEqual([200, 200, 401]);
  // Only root may start a program as somebody else.
  if (process.getuid?.() === 0) expect(await asUser(65_534, urls)).toEqual([403, 403, 403]);
});

test('nobody else reads a file that a start writes', () => {
  const open = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['dynamodb.db', 'secrets.json', 'api-key']));
});

describe('a folder for its note that is not this user’s own', () => {
  const place = (change: (path: string) => void): string => {
    const temporary = mkdtempSync(join(tmpdir(), 'foreign-'));
    change(join(temporary, `payment-routing-${userInfo().uid}`));
    return temporary;
  };
  test.each([
    [
      'is open to others',
      (path: string) => {
        mkdirSync(path);
        chmodSync(path, 0o777);
      },
      'is open to other users',
    ],
    ['is a link', (path: string) => symlinkSync(tmpdir(), path), 'is not a folder'],
    [
      'belongs to somebody else',
      (path: string) => {
        mkdirSync(path, { mode: 0o700 });
        // Without the right to give it away, it is at least open.
        if (process.getuid?.() === 0) chownSync(path, 65_534, 65_534);
        else chmodSync(path, 0o755);
      },
      /belongs to another user|is open to other users/,
    ],
  ])('stops the start if it %s', async (_, change, words) => {
    const TMPDIR = place(change);
    const program = launch(['--quiet'], { TMPDIR });
    expect(await program.ended).toMatchObject({ code: 1 });
    expect(program.stderr()).toMatch(words);
  });
});
