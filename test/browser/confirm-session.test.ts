import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ConfirmPorts, confirmSession } from '../../clients/browser/src/frame/confirm-session.ts';
import type { Exchange, ServiceRequest } from '../../clients/browser/src/frame/exchange.ts';
import type { CheckoutSession } from '../../clients/browser/src/index.ts';
import type { CheckoutSession as DocumentedSession } from '../../clients/server/src/generated/api-types.ts';

/** Compiles as long as a session as the API documents it is one as the fields' types have it. */
const documented: DocumentedSession extends CheckoutSession ? true : false = true;

const id = `cs_${'0'.repeat(26)}`;
const secret = `${id}_secret_k1abc`;
const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', name: 'Ada' };

const session = (payment_status: string, more: object = {}): Exchange => ({
  status: 200,
  body: { id, object: 'checkout.session', status: 'open', payment_status, ...more },
  retry_after_s: 0,
  should_retry: true,
});
const error = (status: number, code: string, retry_after_s = 0, should_retry = true) => ({
  status,
  body: { error: { type: 't', code, message: `said ${code}` } },
  retry_after_s,
  should_retry,
});
/** What the service answers when no PSP can be reached. */
const noPsp = error(502, 'psp_unavailable', 0, false);
const declined: Exchange = {
  status: 402,
  body: { error: { type: 'card_error', code: 'card_declined', message: 'no', decline_code: 'do_not_honor' } },
  retry_after_s: 0,
  should_retry: false,
};

const browser = {
  color_depth: 24,
  language: 'de-DE',
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  java_enabled: false,
};

/** A service that answers `POST` and `GET` by these scripts, the last line of each for ever, and a clock that sleeping moves. */
const scripted = (posts: readonly Exchange[], gets: readonly Exchange[] = ['lost']) => {
  let now = 0;
  let keys = 0;
  const asked: ServiceRequest[] = [];
  const next = (script: readonly Exchange[], before: number) =>
    script[Math.min(before, script.length - 1)] ?? 'lost';
  const ports: ConfirmPorts = {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    newKey: () => `key-${++keys}`,
    browser: () => browser,
    exchange: async (request) => {
      const of = asked.filter(({ body }) => Boolean(body) === Boolean(request.body)).length;
      asked.push(request);
      return next(request.body ? posts : gets, of);
    },
  };
  return { ports, asked, posted: () => asked.filter(({ body }) => body), slept: () => now };
};

const run = async (posts: readonly Exchange[], gets?: readonly Exchange[]) => {
  const service = scripted(posts, gets);
  return { ...service, result: await confirmSession(service.ports, secret, { type: 'card', card }) };
};

describe('confirming from the frame', () => {
  test('the session is typed as the API documents it', () => assert.ok(documented));

  test('definite answers are reported at once, after one request', async () => {
    const cases: readonly (readonly [Exchange, string])[] = [
      [session('paid'), 'succeeded'],
      [session('authorized'), 'succeeded'],
      [session('canceled'), 'canceled'],
      [declined, 'declined'],
      [error(409, 'session_expired'), 'refused'],
      [error(429, 'too_many_attempts'), 'refused'],
      [error(400, 'parameter_invalid'), 'refused'],
      [error(401, 'token_invalid'), 'refused'],
      [noPsp, 'refused'],
      [{ status: 403, body: { message: 'Forbidden' }, retry_after_s: 0, should_retry: true }, 'refused'],
    ];
    for (const [answer, status] of cases) {
      const { result, asked } = await run([answer]);
      assert.equal(result.status, status);
      assert.equal(asked.length, 1);
    }
  });

  test('processing is followed by reads until the outcome is known', async () => {
    const { result, posted, asked } = await run(
      [session('processing')],
      [session('processing'), 'lost', session('processing'), session('paid')],
    );
    assert.equal(result.status, 'succeeded');
    assert.equal(posted().length, 1);
    assert.equal(asked.length, 5);
  });

  test('processing that ends unpaid is a decline, with its reason', async () => {
    const last_payment_error = { decline_code: 'insufficient_funds', message: 'no money' };
    const { result } = await run([session('processing')], [session('unpaid', { last_payment_error })]);
    assert.deepEqual(
      [result.status, 'decline_code' in result && result.decline_code],
      ['declined', 'insufficient_funds'],
    );
  });

  test('whatever is lost, no answer but a definite one is called declined or refused', async () => {
    const lost: readonly Exchange[] = [
      'lost',
      error(500, 'internal'),
      error(502, 'psp_unavailable'),
      error(503, 'storage_unavailable'),
      error(500, 'internal', 0, false),
      { status: 503, body: { message: 'Service Unavailable' }, retry_after_s: 0, should_retry: true },
      { status: 200, body: {}, retry_after_s: 0, should_retry: true },
      { status: 200, body: { object: 'list' }, retry_after_s: 0, should_retry: true },
      session('something new'),
    ];
    for (const first of lost)
      for (const then of lost) {
        const { result } = await run([first], [then]);
        assert.deepEqual(result, { status: 'processing', session: null }, JSON.stringify([first, then]));
      }
  });

  test('a lost answer is asked for again under the same key while the session looks unpaid', async () => {
    const { result, posted } = await run(['lost', 'lost', declined], [session('unpaid')]);
    assert.equal(result.status, 'declined');
    assert.equal(posted().length, 3);
    assert.deepEqual(new Set(posted().map(({ key }) => key)), new Set(['key-1']));
    assert.equal(new Set(posted().map(({ body }) => JSON.stringify(body))).size, 1);
  });

  test('a refusal after a lost answer counts only once the session is seen unpaid', async () => {
    const refusal = error(401, 'token_invalid');
    assert.equal((await run(['lost', refusal], ['lost', session('unpaid')])).result.status, 'refused');
    assert.equal((await run(['lost', refusal], ['lost', session('paid')])).result.status, 'succeeded');
    assert.equal((await run(['lost', refusal], ['lost'])).result.status, 'processing');
  });

  for (const code of ['vault_unavailable', 'vault_refused'])
    test(`${code} is reported at once, in words for a customer`, async () => {
      const { ports, asked } = scripted([error(503, code, 1, false)], [session('unpaid')]);
      const result = await confirmSession(ports, secret, {
        type: 'card_token',
        token: 'vt_',
        receipt: 'vr_',
      });
      assert.equal(result.status === 'refused' && result.code, code);
      assert.match(result.status === 'refused' ? result.message : '', /You have not been charged/);
      assert.equal(asked.length, 1);
    });

  test('an unreachable PSP is reported at once, in words for a customer; after a lost answer only once the session is seen unpaid', async () => {
    const { result, asked, slept } = await run([noPsp]);
    assert.deepEqual([asked.length, slept()], [1, 0]);
    assert.match(
      result.status === 'refused' ? result.message : '',
      /cannot be made right now.*not been charged/,
    );
    assert.equal((await run(['lost', noPsp], ['lost', session('unpaid')])).result.status, 'refused');
    assert.equal((await run(['lost', noPsp], ['lost', session('paid')])).result.status, 'succeeded');
    assert.equal((await run(['lost', noPsp], ['lost'])).result.status, 'processing');
  });

  test('somebody else’s payment under way is waited for', async () => {
    const { result, posted } = await run(
      [error(409, 'payment_in_progress')],
      [session('processing'), session('paid')],
    );
    assert.equal(result.status, 'succeeded');
    assert.equal(posted().length, 1);
  });

  test('a challenge that cannot be ended is offered, and only a web address is', async () => {
    const refusal = (url: string) => ({
      ...error(409, 'payment_in_progress', 0, false),
      body: {
        error: {
          code: 'payment_in_progress',
          message: 'said',
          next_action: { type: 'redirect_to_url', redirect_to_url: { url } },
        },
      },
    });
    const { result, asked } = await run([refusal('https://bank.example/3ds')], [session('requires_action')]);
    assert.deepEqual([result.status, asked.length], ['refused', 1]);
    assert.equal(result.status === 'refused' && result.url, 'https://bank.example/3ds');
    assert.match(result.status === 'refused' ? result.message : '', /^(?!.*charged).*go on there/);
    const hostile = await run([refusal('javascript:alert(1)')], [session('paid')]);
    assert.equal(hostile.result.status, 'succeeded');
  });

  test('the bank’s page is named if the customer has to go there', async () => {
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } };
    const { result } = await run([session('requires_action', { next_action })]);
    assert.deepEqual(result, { status: 'redirecting', url: 'https://bank.example/3ds' });
  });

  test('a session at a bank is no answer: the customer may have left that challenge for this card', async () => {
    const at = (bank: string) =>
      session('requires_action', {
        next_action: { type: 'redirect_to_url', redirect_to_url: { url: `https://${bank}.example/3ds` } },
      });
    const throttled = error(429, 'too_many_requests', 9);
    const scripts: readonly (readonly [readonly Exchange[], readonly Exchange[]])[] = [
      [['lost'], [at('old')]],
      [[throttled], [at('old')]],
      [['lost', throttled], [at('old')]],
      [['lost'], [session('processing'), at('old')]],
    ];
    for (const [posts, gets] of scripts) {
      const { result, posted } = await run([...posts, at('new')], gets);
      assert.deepEqual(result, { status: 'redirecting', url: 'https://new.example/3ds' });
      assert.deepEqual(new Set(posted().map(({ key }) => key)), new Set(['key-1']));
    }
    assert.equal((await run(['lost'], [at('old')])).result.status, 'processing');
    const refused = await run(['lost', error(429, 'too_many_attempts')], [at('old')]);
    assert.equal(refused.result.status, 'refused');
  });

  test('a key in use and a throttle are waited out for as long as the service says', async () => {
    const { result, slept, posted } = await run(
      [error(409, 'idempotency_key_in_use', 2), error(429, 'too_many_requests', 9), session('paid')],
      [session('unpaid')],
    );
    assert.equal(result.status, 'succeeded');
    assert.equal(posted().length, 3);
    assert.equal(slept(), 11_000);
  });

  test('a throttle longer than patience is refused, because nothing was sent', async () => {
    const { result } = await run([error(429, 'too_many_requests', 3_600)], [session('unpaid')]);
    assert.deepEqual([result.status, 'code' in result && result.code], ['refused', 'too_many_requests']);
  });

  test('a key in use is no proof that nothing was sent: a browser may have sent the first request twice', async () => {
    const busy = error(409, 'idempotency_key_in_use', 2);
    for (const then of [busy, error(429, 'too_many_requests', 9)]) {
      const { result } = await run([busy, then], ['lost']);
      assert.deepEqual(result, { status: 'processing', session: null });
    }
  });

  test('patience ends: two minutes, pauses that grow to five seconds', async () => {
    const { slept, asked } = await run([session('processing')], [session('processing')]);
    assert.ok(slept() > 110_000 && slept() <= 120_000);
    assert.ok(asked.length > 24 && asked.length < 40);
  });

  test('nothing but a client_secret reaches an address', async () => {
    for (const wrong of [
      '',
      'cs_',
      `${id}_secret_`,
      `../${secret}`,
      `${id}/../x_secret_k`,
      `${id}x_secret_a`,
    ]) {
      const service = scripted([session('paid')]);
      const result = await confirmSession(service.ports, wrong, { type: 'card', card });
      assert.equal(result.status, 'refused', wrong);
      assert.equal(service.asked.length, 0);
    }
  });
});
