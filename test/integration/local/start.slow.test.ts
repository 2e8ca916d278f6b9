import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { parseApiKey } from '../../../lib/storage/api-key-format.ts';
import { simulators } from '../../../local/psp/simulators.ts';
import { allAddresses, closeAll, folder, launch, noteOf, readNote, ready } from './launch-service.ts';
import { listens, untilFree } from './run-program.ts';

afterEach(closeAll);

describe('npm start', () => {
  test('prints how to begin, then one line of JSON for tools; ctrl-C leaves no process, no port and no note', async () => {
    const program = launch([]);
    const at = await ready(program);
    expect(Object.keys(at)).toEqual(['base_url', 'api_key', 'psps', 'admin', 'console']);
    expect(Object.keys(at.psps)).toEqual(simulators.map(({ id }) => id));
    expect(parseApiKey(at.api_key)).toMatchObject({ livemode: false });
    const screen = program.stdout();
    expect(screen).toContain(at.base_url);
    expect(screen).toContain(`curl ${at.base_url}/v1/checkout/sessions`);
    expect(screen).toContain(`PORT=${new URL(at.base_url).port} npm run -s psp -- stripe down`);
    expect(screen.split('\n').filter((line) => line.startsWith('{'))).toHaveLength(1);

    const note = readNote(at);
    const { console: link, ...noted } = at;
    expect(screen).toContain(link);
    expect(note).toMatchObject({ ...noted, pid: program.child.pid });
    expect(JSON.stringify(note)).not.toContain(new URL(link).hash);
    expect(statSync(noteOf(at)).mode & 0o777).toBe(0o600);
    const addresses = allAddresses(at, note);
    expect(addresses).toHaveLength(8 + simulators.length);
    for (const address of addresses) expect(await listens(Number(new URL(address).port))).toBe(true);

    program.child.kill('SIGINT');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    for (const address of addresses) await untilFree(address);
    expect(existsSync(noteOf(at))).toBe(false);
  });

  test('--quiet prints the JSON line and nothing else; SIGTERM ends it', async () => {
    const program = launch(['--quiet']);
    const at = await ready(program);
    await fetch(`${at.base_url}/nowhere`);
    program.child.kill('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.stdout()).toBe(`${JSON.stringify(at)}\n`);
  });

  test('the terminal shows what a person asked for, a line each: no polling, no webhooks, no log', async () => {
    const program = launch([]);
    const { base_url, api_key } = await ready(program);
    const ask = async (path: string, body?: object, more: Record<string, string> = {}) => {
      const headers = { authorization: `Bearer ${api_key}`, ...more };
      const post = { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(`${base_url}${path}`, {
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && post),
      });
      return answer.json() as Promise<{ id: string; client_secret: string; payments?: unknown[] }>;
    };
    const { id, client_secret } = await ask('/v1/checkout/sessions', {
      amount: 2599,
      currency: 'eur',
      success_url: 'https://example.com/thanks',
    });
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
    await ask(`/v1/checkout/sessions/${id}/confirm`, { payment_method: { type: 'card', card } });
    const rule = { name: 'default', targets: [{ psp: 'stripe', weight: 1 }] };
    await ask('/demo/rule/check', rule);
    expect((await ask('/demo/state')).payments).toHaveLength(1);
    await ask(`/v1/checkout/sessions/${id}`, undefined, {
      authorization: `Bearer ${client_secret}`,
      'sec-fetch-dest': 'empty',
    });
    await ask('/v1/webhooks/stripe', {});
    await ask('/v1/console/refresh', {});
    await ask(`/v1/checkout/sessions/${id}`);
    await program.line((line) => line.startsWith(`200 GET /v1/checkout/sessions/${id} `));
    const [, after = ''] = program.stdout().split(/^\{.*\n/m);
    expect(after.replace(/ [\d.]+ ms$/gm, '').split('\n')).toEqual([
      '200 POST /v1/checkout/sessions',
      `200 POST /v1/checkout/sessions/${id}/confirm`,
      `200 GET /v1/checkout/sessions/${id}`,
      '',
    ]);
    expect(program.stderr()).toBe('');
  });

  test('--log keeps what the functions log', async () => {
    const log = join(folder(), 'functions.log');
    const { base_url } = await ready(launch(['--log', log]));
    await fetch(`${base_url}/v1/charges/nobody`);
    for (let lines = ''; !lines.includes('retrieve-charge'); lines = readFileSync(log, 'utf8'));
    for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) JSON.parse(line);
  });

  test('the first signal of a pair, as npm forwards it, already ends it properly', async () => {
    const program = launch(['--quiet']);
    await ready(program);
    program.child.kill('SIGINT');
    program.child.kill('SIGINT');
    expect(await program.ended).toEqual({ code: 0, signal: null });
  });

  test('a port in use is reported in one line, before anything else is started', async () => {
    const first = launch(['--quiet']);
    const { port } = new URL((await ready(first)).base_url);
    const dataDir = folder();
    const second = launch(['--data', dataDir], { PORT: port });
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toBe(
      `Port ${port} is in use. Choose another: PORT=${Number(port) + 1} npm start\n`,
    );
    expect(second.stdout()).toBe('');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    [['--nope'], {}, '--nope', 2],
    [['more'], {}, 'more'],
    [['--data'], {}, '--data'],
    [['--data='], {}, '--data needs a directory'],
    [[], { PORT: 'http' }, 'PORT is 0 to 65535, not http'],
    [[], { PORT: '70000' }, 'PORT is 0 to 65535, not 70000'],
    [
      [],
      { MERCHANT_LOGO: '/nowhere/logo.png' },
      "MERCHANT_LOGO: ENOENT: no such file or directory, stat '/nowhere/",
    ],
    [[], { MERCHANT_LOGO: 'README.md' }, 'MERCHANT_LOGO: README.md: expected a logo that ends in .png'],
    [[], { FRAME_ANCESTORS: 'shop.example' }, 'FRAME_ANCESTORS: shop.example is not an origin'],
    [[], { FONT_ORIGINS: 'https://fonts.example/' }, 'FONT_ORIGINS: https://fonts.example/ is not an origin'],
    [
      [],
      { PSP_STRIPE_BASE_URL: 'http://127.0.0.1:1', PSP_STRIPE_CREDENTIALS: '{' },
      'PSP_STRIPE_CREDENTIALS',
    ],
  ])('%j with %j is refused', async (parameters, environment, message, code = 1) => {
    const program = launch(parameters, environment);
    expect(await program.ended).toEqual({ code, signal: null });
    expect(program.stderr()).toContain(message);
    expect(program.stdout()).toBe('');
  });

  test('--help lists the options', async () => {
    const program = launch(['--help']);
    expect(await program.ended).toEqual({ code: 0, signal: null });
    for (const option of ['--data', '--quiet', 'PORT', 'AWS_ENDPOINT_URL_DYNAMODB', 'PSP_<ID>_BASE_URL'])
      expect(program.stdout()).toContain(option);
  });
});
