import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { passesLuhn } from '../../../lib/types/card-number.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import { verifyReceipt } from '../../../lib/vault-protocol/receipt.ts';
import { slotsOf } from '../../../lib/vault-protocol/slots.ts';
import type { LocalPsp } from '../../../local/psp/start-psps.ts';
import { type ScriptedPsp, scriptedPsp } from './scripted-psp.ts';
import { card, type VaultScene, vaultScene } from './vault-scene.ts';

const folder = mkdtempSync(join(tmpdir(), 'vault-'));
let psp: ScriptedPsp;
let scene: VaultScene;
const at = (base_url: string): LocalPsp => ({
  base_url,
  settings: {},
  secret: { api_key: 'sk_test_1', webhook_secrets: [] },
});
beforeAll(async () => {
  psp = await scriptedPsp();
  scene = await vaultScene({ stripe: at(psp.url), checkout_com: at('http://127.0.0.1:9') }, folder);
});
afterAll(async () => {
  await scene?.close();
  await psp?.close();
  rmSync(folder, { recursive: true });
});

const form = (attempt: string): string => {
  const slots = slotsOf(attempt);
  return new URLSearchParams({
    type: 'card',
    'card[number]': slots.number.reveal(),
    'card[cvc]': slots.cvc.reveal(),
  }).toString();
};

const requestFor = (token: string, session: string, change: Partial<ForwardRequest> = {}): ForwardRequest => {
  const attempt = scene.newAttempt();
  return {
    token,
    session,
    attempt,
    account: 'stripe',
    path: '/v1/payment_methods',
    not_after: Date.now() + 600_000,
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_1',
      'stripe-version': '2025-03-31.basil',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': attempt,
    },
    body: form(attempt),
    timeout_ms: 600_000,
    ...change,
  };
};

const collected = async () => {
  const session = scene.newSession();
  return { session, token: await scene.collected(session) };
};

describe('collect', () => {
  test('answers 201 with a token and a receipt that the published key verifies', async () => {
    const session = scene.newSession();
    const { status, json, headers } = await scene.collect(scene.grantOf(session));
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(verifyReceipt(json.receipt, scene.vault.receipt_keys)).toMatchObject({
      token: json.token,
      session,
      bin: '400005',
      last4: '5556',
      brand: 'visa',
      merchant: 'local',
      mode: 'test',
    });
  });

  test('a session takes five cards, even if they come at once', async () => {
    const grant = scene.grantOf(scene.newSession());
    const answers = await Promise.all(Array.from({ length: 9 }, () => scene.collect(grant)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(4).fill(429),
    ]);
  });

  test('eight cards a day show the same ten digits, of as many sessions at once as there are', async () => {
    const numbers: string[] = [];
    for (let middle = 0; numbers.length < 20; middle++) {
      const number = `520082${String(middle).padStart(6, '0')}8210`;
      if (passesLuhn(number)) numbers.push(number);
    }
    const ask = (number: string) =>
      scene.collect(scene.grantOf(scene.newSession()), { card: { ...card, number } });
    const answers = await Promise.all(numbers.map(ask));
    const taken = numbers.filter((_, i) => answers[i]?.status === 201);
    expect(taken).toHaveLength(8);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 429,
      json: { error: { code: 'too_many_attempts', param: 'card.number' } },
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(scene.logged.join('\n')).toContain('"event":"vault_alike_cards"');
    for (const number of taken) expect((await ask(number)).status).toBe(201);
  });

  test.each([
    ['no grant', undefined, 'token_missing'],
    ['nonsense', 'vg_x', 'token_invalid'],
    ['a grant of another merchant', { merchant: 'other' }, 'token_invalid'],
    ['a grant of another mode', { mode: 'live' as const }, 'token_invalid'],
    ['a grant that is over', { expires: 1_700_000_000 }, 'token_invalid'],
  ])('%s is 401', async (_, given, code) => {
    const bearer = typeof given === 'object' ? scene.grantOf(scene.newSession(), given) : given;
    const { status, json } = await scene.collect(bearer);
    expect([status, json.error.code]).toEqual([401, code]);
  });

  test.each([
    ['parameter_invalid', 'card.number', { card: { ...card, number: '4000056655665557' } }],
    ['parameter_invalid', 'card.number', { card: { ...card, number: 4000056655665556 } }],
    ['parameter_invalid', 'card.cvc', { card: { ...card, cvc: '8627777' } }],
    ['parameter_invalid', 'card.exp_year', { card: { ...card, exp_year: 2025 } }],
    ['parameter_missing', 'card.cvc', { card: { ...card, cvc: undefined } }],
    ['parameter_invalid', 'cvc', { cvc: 862 }],
    ['parameter_invalid', 'cvc', { cvc: '8627777' }],
    ['parameter_unknown', 'card.pin', { card: { ...card, pin: '4000056655665556' } }],
    ['parameter_missing', 'card', {}],
    ['body_invalid', undefined, '{"card":{},"card":{}}'],
  ])('%s %s', async (code, param, body) => {
    const { status, json, text } = await scene.collect(scene.grantOf(scene.newSession()), body);
    expect([status, json.error.code, json.error.param]).toEqual([400, code, param]);
    // A request's id may have these digits by chance.
    expect(text.replaceAll(json.request_id ?? json.error.request_id, '')).not.toMatch(/5665|862/);
  });

  test('nothing else is served but the frame, to pages that may show it', async () => {
    const frame = await fetch(`${scene.vault.url}/fields/v1/frame.html`);
    expect([frame.status, frame.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/^frame-ancestors 'self'/),
    ]);
    expect(await frame.text()).toContain('cc-number');
    for (const path of ['/', '/v1/cards', '/v1/cards/vt_1', '/fields/v1/fields.js', '/forward'])
      expect([path, (await fetch(scene.vault.url + path)).status]).toEqual([path, 404]);
  });
});

describe('forward', () => {
  test('the PSP gets the card, and its answer comes back byte for byte', async () => {
    const { token, session } = await collected();
    const body = '{"id":"pm_1", "ünïcode":"\\u00e9" }\n';
    psp.answer = (response) => response.writeHead(200, { 'x-own': 'a' }).end(body);
    const answer = await scene.forward(requestFor(token, session));
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body, headers: { 'x-own': 'a' } });
    expect(new URLSearchParams(psp.bodies.at(-1)).get('card[number]')).toBe(card.number);
    expect(new URLSearchParams(psp.bodies.at(-1)).get('card[cvc]')).toBe(card.cvc);
  });

  test('a redirect is an answer and is not followed', async () => {
    const { token, session } = await collected();
    const before = psp.bodies.length;
    psp.answer = (response) => response.writeHead(307, { location: `${psp.url}/elsewhere` }).end();
    expect(await scene.forward(requestFor(token, session))).toMatchObject({ kind: 'answered', status: 307 });
    expect(psp.bodies).toHaveLength(before + 1);
  });

  test('a PSP that refuses the connection was not sent anything', async () => {
    const { token, session } = await collected();
    const request = requestFor(token, session, { account: 'checkout_com', path: '/payments' });
    const { number } = slotsOf(request.attempt);
    const answer = await scene.forward({
      ...request,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: 'Bearer sk_test_1',
        'cko-idempotency-key': request.attempt,
      },
      body: JSON.stringify({ source: { type: 'card', number: number.reveal() } }),
    });
    expect(answer).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  test.each([
    ['connection_lost', (socket: { destroy: () => void }) => void socket.destroy()],
    ['timeout', () => {}],
  ] as const)('a PSP that is silent after the first byte: lost, %s', async (doubt, silence) => {
    const { token, session } = await collected();
    psp.answer = (response) => silence(response);
    const answer = await scene.forward(requestFor(token, session, { timeout_ms: 500 }));
    expect(answer).toMatchObject({ kind: 'lost', doubt });
  });

  test('an answer that holds the number is withheld, and rings', async () => {
    const { token, session } = await collected();
    psp.answer = (response) =>
      void response.end(JSON.stringify({ error: 'No such card: 4000 0566 5566 5556' }));
    const answer = await scene.forward(requestFor(token, session));
    expect(answer).toMatchObject({ kind: 'lost', doubt: 'unreadable_answer' });
    expect(scene.logged.join('\n')).toContain('"event":"vault_card_in_answer"');
  });

  test('a stolen token pays in its own session only', async () => {
    const { token } = await collected();
    const stolen = requestFor(token, scene.newSession());
    expect(await scene.forward(stolen)).toEqual({ kind: 'refused', cause: 'session' });
    expect(await scene.manage('keep', token)).toMatchObject({ json: { kind: 'done' } });
    psp.answer = (response) => void response.end('{}');
    expect(await scene.forward(stolen)).toMatchObject({ kind: 'answered' });
  });

  test('after release there is no security code, and after delete no card', async () => {
    const { token, session } = await collected();
    await scene.manage('release', token);
    expect(await scene.forward(requestFor(token, session))).toEqual({ kind: 'refused', cause: 'cvc_gone' });
    expect(await scene.manage('delete', token)).toMatchObject({ json: { kind: 'done' } });
    expect(await scene.forward(requestFor(token, session))).toEqual({ kind: 'refused', cause: 'token' });
    expect(await scene.manage('delete', token)).toMatchObject({ json: { kind: 'unknown_token' } });
  });

  test('there is no third function, and a request that makes no sense fails', async () => {
    const { token } = await collected();
    for (const name of ['reveal', 'collect-card', 'read'])
      expect(await scene.invoke(name, { token })).toMatchObject({ failed: 'Unhandled' });
    expect(await scene.invoke('manage', { action: 'reveal', token: 'vt_1' })).toMatchObject({
      failed: 'Unhandled',
    });
  });
});

test('a kept card is there after a restart, a security code that was released is not', async () => {
  const { token, session } = await collected();
  await scene.manage('keep', token);
  await scene.manage('release', token);
  const { close, logged } = scene;
  await close();
  scene = await vaultScene({ stripe: at(psp.url), checkout_com: at('http://127.0.0.1:9') }, folder);
  scene.logged.unshift(...logged);
  expect(await scene.forward(requestFor(token, session))).toEqual({ kind: 'refused', cause: 'cvc_gone' });
  psp.answer = (response) => void response.end('{}');
  const request = requestFor(token, session);
  const body = new URLSearchParams(request.body);
  body.delete('card[cvc]');
  expect(await scene.forward({ ...request, body: String(body) })).toMatchObject({ kind: 'answered' });
  expect(new URLSearchParams(psp.bodies.at(-1)).get('card[number]')).toBe(card.number);
});

test('no card digits are in what the vault logs or keeps', () => {
  expect(scene.logged.join('\n')).toContain('"event":"vault_forward"');
  const read = (directory: string): readonly Buffer[] =>
    readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? read(join(directory, entry.name)) : [readFileSync(join(directory, entry.name))],
    );
  const kept = read(folder);
  expect(kept.length).toBeGreaterThan(2);
  for (const bytes of [...kept, Buffer.from(scene.logged.join('\n'))])
    for (const digits of [card.number, '4000 0566', '0566556', '5200820', `"cvc":"${card.cvc}"`])
      expect(bytes.includes(digits)).toBe(false);
  const lines = scene.logged
    .join('\n')
    .split('\n')
    .filter((line) => line.includes('"vault_'));
  for (const line of lines) {
    const {
      at: _,
      token: _token,
      request_id: _id,
      body_sha256: _hash,
      session: _session,
      alike: _alike,
      _aws,
      ...rest
    } = JSON.parse(line);
    expect(JSON.stringify(rest)).not.toMatch(/\d{4}/);
  }
});
