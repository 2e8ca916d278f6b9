import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Scope } from '../../../lib/types/scope.ts';
import { freePort } from '../../../local/support/free-port.ts';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';
import { apiClient, type Client, paid } from '../service/api-client.ts';
import { issueKey } from '../service/issue-key.ts';
import { type Service, startService, temporaryFolder } from '../service/start-service.ts';
import { type Front, startUnsteadyFront } from '../service/unsteady-front.ts';
import { until } from '../service/until.ts';
import { runProgram } from './run-program.ts';

let service: Service;
let client: Client;
let front: Front;
let charge: string;
const folder = temporaryFolder();
const report = join(folder.path, 'stripe.csv');
beforeAll(async () => {
  service = await startService();
  client = apiClient(service);
  front = await startUnsteadyFront(service);
  ({ charge } = await paid(client));
  writeFileSync(report, await (await fetch(`${service.admin}/psps/stripe/report`)).text());
  await until(
    () => run('events', ['counted', '--day', today(), '--url', front.url, '--key', service.api_key]),
    ({ out }) => out.includes('"captured":{"count":1,'),
  );
});
afterAll(async () => {
  folder.remove();
  front?.close();
  await service?.stop();
});

const run = async (tool: string, words: readonly string[], environment: Record<string, string> = {}) => {
  const program = runProgram(process.execPath, ['--no-warnings', `local/tools/${tool}.ts`, ...words], {
    PORT: '1',
    API_KEY: undefined,
    ...environment,
  });
  const { code } = await program.ended;
  return { code, out: program.stdout(), err: program.stderr() };
};

type Tool = {
  readonly tool: string;
  readonly words: () => readonly string[];
  readonly scopes: readonly Scope[];
  /** What could not be done. */
  readonly failure?: number;
};

const today = () => new Date().toISOString().slice(0, 10);

/** Every command that calls the API, in one use of it. */
const tools: readonly Tool[] = [
  { tool: 'export', words: () => ['charges', '--from', today()], scopes: ['exports:write'] },
  { tool: 'events', words: () => ['counted', '--day', today()], scopes: ['stats:read'] },
  { tool: 'keys', words: () => ['list'], scopes: ['keys:write'] },
  { tool: 'charges', words: () => ['open'], scopes: ['charges:read'] },
  { tool: 'charges', words: () => ['look', charge], scopes: ['charges:write'] },
  {
    tool: 'reconcile',
    words: () => ['--psp', 'stripe', '--file', report],
    scopes: ['charges:read', 'events:read', 'exports:write'],
    failure: 2,
  },
];

test.each([
  [
    ['counted', '--day', '2026-11-22', '--env', 'dev'],
    'counted takes --day, and calls the API, so no --env.',
  ],
  [['counted'], 'counted takes --day, and calls the API, so no --env.'],
  [['counted', '--day', '2026-02-30'], '"2026-02-30" is not a day like 2026-11-22.'],
  [['parked', '--url', 'https://pay.example'], 'parked takes no --day, --url or --key.'],
  [['redrive', '--day', '2026-11-22'], 'redrive takes no --day, --url or --key.'],
  [['parked', 'now'], 'Not understood.'],
])('npm run events -- %j says what is wrong', async (words, said) => {
  const { code, out, err } = await run('events', words);
  expect([code, out, err]).toEqual([1, '', expect.stringContaining(said)]);
});

/** Takes calls and never answers. */
const silent = createTestServer(() => undefined);

describe.each(tools)('npm run $tool', ({ tool, words, scopes, failure = 1 }) => {
  const withKey = (key: string, url = front.url) => run(tool, [...words(), '--url', url], { API_KEY: key });

  test('needs an address and a key with its scopes, and nothing else, through a front that fails once', async () => {
    const key = await issueKey(service, { scopes });
    front.seen();
    const there = await withKey(key);
    expect(there).toMatchObject({ code: 0, err: '' });
    expect(there.out).not.toBe('');
    front.seen();
    front.fail(/./, 'refused');
    expect(await withKey(key)).toMatchObject({ code: 0, err: '' });
    const [again, retried] = front.seen();
    expect(retried).toEqual(again);
  });

  test('says what is wrong with the key, the address or an option', async () => {
    const missing = await run(tool, [...words(), '--url', front.url]);
    expect(missing).toEqual({
      code: failure,
      out: '',
      err: `${front.url}: name an API key with --key, or put it into API_KEY.\n`,
    });
    const unfit = await withKey(await issueKey(service, { scopes: ['audit:read'] }));
    expect(unfit).toMatchObject({ code: failure, out: '' });
    expect(unfit.err).toMatch(/^scope_missing: The API key lacks the scope \w+:\w+\.\n$/);
    const ended = await withKey(await issueKey(service, { scopes, expires_at: 2 }));
    expect(ended).toMatchObject({
      code: failure,
      out: '',
      err: expect.stringMatching(/^token_invalid: .+\n$/),
    });
    const broken = await withKey('sk test');
    expect(broken.err).toMatch(/^--key or API_KEY: expected a key as the service issued it/);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { code, err } = await withKey(service.api_key, nowhere);
    expect(code).toBe(failure);
    expect(err).toMatch(/^connection_failed: .+ \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)\n$/);
    expect((await withKey(service.api_key, 'pay.example')).err).toMatch(
      /^--url: expected an http\(s\) address/,
    );
    const mistyped = await run(tool, [...words(), '--urll', front.url]);
    expect(mistyped).toEqual({
      code: 2,
      out: '',
      err: 'There is no option --urll (did you mean "url"?).\n',
    });
  });

  test('ends in peace when nobody reads any more, and by Ctrl-C', async () => {
    const parameters = [...words(), '--url', front.url].map((word) => `'${word}'`).join(' ');
    const piped = runProgram('sh', ['-c', `"$NODE" local/tools/${tool}.ts ${parameters} | true`], {
      NODE: process.execPath,
      API_KEY: service.api_key,
    });
    expect((await piped.ended).code).toBe(0);
    expect(piped.stderr()).toBe('');

    const called = new Promise<void>((resolve) => silent.once('request', () => resolve()));
    const { url } = await listen(silent);
    const program = runProgram(
      process.execPath,
      ['--no-warnings', `local/tools/${tool}.ts`, ...words(), '--url', url],
      {
        API_KEY: service.api_key,
      },
    );
    await called;
    program.child.kill('SIGINT');
    expect(await program.ended).toEqual({ code: null, signal: 'SIGINT' });
    expect(program.stdout() + program.stderr()).toBe('');
    await new Promise((resolve) => silent.close(resolve));
  });

  test('shows how to use it', async () => {
    const help = await run(tool, ['--help']);
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--url <address>') });
    for (const scope of scopes) expect(help.out).toContain(scope);
    expect((await run(tool, ['-h'])).out).toBe(help.out);
  });
});

describe('npm run keys, over the API', () => {
  const keys = async (words: readonly string[], key = service.api_key) =>
    run('keys', [...words, '--url', front.url], { API_KEY: key });

  test('makes keys that work, lists all, and revokes one by the beginning of its id', async () => {
    const made = await keys(['create', '--scopes', 'audit:read,charges:read', '--name', 'On call']);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^sk_test_\w+\n$/) });
    const secret = made.out.trim();
    const [, id = ''] = /^Key (key_\w{26}) with charges:read, audit:read\. /.exec(made.err) ?? [];
    expect((await run('charges', ['open', '--url', front.url, '--key', secret])).code).toBe(0);
    expect((await keys(['create', '--scopes', 'stats:read', '--name', 'Board'])).code).toBe(0);
    front.seen();
    const { out } = await keys(['list']);
    expect(front.seen().length).toBeGreaterThan(1);
    expect(out.match(/^key_/gm)?.length).toBeGreaterThan(2);
    expect(out).toMatch(
      new RegExp(`^${id}  \\d{4}-\\d\\d-\\d\\d  active  charges:read,audit:read  On call$`, 'm'),
    );
    expect(out).not.toContain(secret);

    expect((await keys(['revoke', secret])).err).toBe(
      'The API knows keys by their ids only, as shown by `list`.\n',
    );
    const gone = await keys(['revoke', id.slice(0, 20)]);
    expect(gone).toMatchObject({ code: 0, err: `Key ${id} is revoked: it stops working within a minute.\n` });
    expect((await keys(['list'])).out).not.toContain(id);
  });

  test('makes a key that ends, and rotates it', async () => {
    const made = await keys([
      'create',
      '--scopes',
      'charges:read',
      '--name',
      'Audit',
      '--expires-in',
      '3600',
    ]);
    const [, id = ''] = /^Key (key_\w{26}) /.exec(made.err) ?? [];
    const open = (secret: string) => run('charges', ['open', '--url', front.url, '--key', secret.trim()]);
    expect((await keys(['list'])).out).toMatch(new RegExp(`^${id}  \\S+  active until `, 'm'));

    const rotated = await keys(['rotate', id, '--expires-in', '0']);
    expect(rotated).toMatchObject({ code: 0, out: expect.stringMatching(/^sk_test_\w+\n$/) });
    expect(rotated.err).toBe(`The new secret of key ${id}. It is shown this once: keep it safe.\n`);
    expect((await open(rotated.out)).code).toBe(0);
    expect(await keys(['rotate', id, '--expires-in', 'a day'])).toMatchObject({
      code: 1,
      err: '--expires-in: expected seconds.\n',
    });
    front.fail(/^POST/, 'lost');
    expect((await keys(['rotate', id.slice(0, 20)])).err).toBe(
      `Key ${id} is rotated, but the answer with its secret was lost. Rotate it again.\n`,
    );
  });

  test('gives what the key may give, and says so if the secret was lost', async () => {
    const reserved = await keys(['create', '--scopes', 'charges:decide', '--name', 'x']);
    expect(reserved).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^grant_refused: .*only people/),
    });
    const live = await keys(['create', '--scopes', 'charges:read', '--live']);
    expect([live.code, live.err]).toEqual([1, expect.stringContaining('--live: over the API')]);
    const nameless = await keys(['create', '--scopes', 'charges:read']);
    expect(nameless.err).toBe('--name is missing: over the API, a key says who uses it.\n');
    front.fail(/^POST/, 'lost');
    const lost = await keys(['create', '--scopes', 'charges:read', '--name', 'lost']);
    expect(lost).toMatchObject({ code: 1, out: '' });
    const [, id = ''] =
      /^Key (key_\w{26}) is made, but the answer with its secret was lost\./.exec(lost.err) ?? [];
    expect((await keys(['list'])).out).toContain(`${id}  `);
  });
});
