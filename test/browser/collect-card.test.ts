import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectCard } from '../../clients/browser/src/frame/collect-card.ts';
import type { Exchange, ServiceRequest } from '../../clients/browser/src/frame/exchange.ts';

const id = `cs_${'0'.repeat(26)}`;
const secret = `${id}_secret_k1abc`;
const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', name: 'Ada' };
const vault = { url: 'https://vault.example', grant: 'vg_1' };

const answer = (status: number, body: object): Exchange => ({
  status,
  body,
  retry_after_s: 0,
  should_retry: true,
});
const session = (more: object = {}): Exchange =>
  answer(200, { id, object: 'checkout.session', status: 'open', payment_status: 'unpaid', vault, ...more });
const taken = answer(201, { token: 'vt_1', receipt: 'vr_1' });

/** `read`: what the service says of the session, the last for ever. Sleeping moves the clock. */
const collected = async (
  read: Exchange | readonly [Exchange, ...Exchange[]],
  given: Exchange = taken,
  client_secret = secret,
) => {
  const asked: ServiceRequest[] = [];
  const reads = Array.isArray(read) ? read : [read];
  let now = 0;
  const ports = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
    exchange: async (request: ServiceRequest) => {
      asked.push(request);
      return request.at ? given : reads[Math.min(asked.length, reads.length) - 1];
    },
  };
  return { result: await collectCard(ports, client_secret, card), asked };
};

describe('collecting a card in the vault’s frame', () => {
  test('gives it to the vault alone, by the session’s own grant, new each time', async () => {
    const { result, asked } = await collected(session());
    assert.deepEqual(result, { type: 'card_token', token: 'vt_1', receipt: 'vr_1' });
    assert.deepEqual(asked, [
      { path: `/v1/checkout/sessions/${id}`, token: secret },
      { at: 'vault', path: '/v1/cards', token: 'vg_1', body: { card } },
    ]);
  });

  test('gives another card to it while the customer is away at the bank, unless the session offers no vault', async () => {
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } };
    const away = { payment_status: 'requires_action', next_action };
    const { result } = await collected(session(away));
    assert.deepEqual(result, { type: 'card_token', token: 'vt_1', receipt: 'vr_1' });
    const none = await collected(session({ ...away, vault: null }));
    assert.deepEqual(
      [none.result, none.asked.length],
      [{ status: 'redirecting', url: 'https://bank.example/3ds' }, 1],
    );
  });

  test('gives it to nobody if the session offers no vault, is not to be paid, or cannot be read', async () => {
    for (const [read, status] of [
      [session({ vault: null }), 'refused'],
      ['lost', 'refused'],
      [answer(500, {}), 'refused'],
      [session({ payment_status: 'paid', vault: null }), 'succeeded'],
      [session({ payment_status: 'canceled', vault: null }), 'canceled'],
    ] as const) {
      const { result, asked } = await collected(read);
      assert.equal('status' in result && result.status, status);
      assert.equal(asked.length, 1);
    }
    const { result, asked } = await collected(session(), taken, 'no secret');
    assert.deepEqual(['code' in result && result.code, asked.length], ['token_invalid', 0]);
  });

  test('gives it to nobody while a payment is not known yet, and says what becomes of that', async () => {
    const open = session({ payment_status: 'processing', vault: null });
    const last_payment_error = { decline_code: 'do_not_honor', message: 'no' };
    for (const [then, status] of [
      [session({ payment_status: 'paid', vault: null }), 'succeeded'],
      [session({ last_payment_error }), 'declined'],
      [open, 'processing'],
      ['lost', 'processing'],
    ] as const) {
      const { result, asked } = await collected([open, open, then]);
      assert.equal('status' in result && result.status, status);
      assert.ok(!asked.some(({ at }) => at === 'vault'));
    }
  });

  test('says what is wrong with a secret that the service does not know', async () => {
    for (const [status, code] of [
      [401, 'token_invalid'],
      [404, 'resource_missing'],
    ] as const) {
      const { result, asked } = await collected(answer(status, { error: { code, message: 'said' } }));
      assert.deepEqual([result, asked.length], [{ status: 'refused', code, message: 'said' }, 1]);
    }
  });

  test('whatever the vault does instead of taking it, nothing was charged', async () => {
    const refusal = answer(400, { error: { code: 'parameter_invalid', message: 'card.number: wrong' } });
    for (const [given, code] of [
      ['lost', 'vault_unavailable'],
      [answer(503, { message: 'Service Unavailable' }), 'vault_unavailable'],
      [answer(429, { message: 'Too Many Requests' }), 'too_many_requests'],
      [refusal, 'parameter_invalid'],
    ] as const) {
      const { result } = await collected(session(), given);
      assert.equal('status' in result && result.status === 'refused' && result.code, code);
    }
  });
});
