import { describe, expect, test } from '@jest/globals';
import { createRenderer, withClientSecret } from '../../../lib/http/renderer.ts';
import { sessionToken, verifySessionToken } from '../../../lib/http/session-token.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import { sampleDispute } from '../../contract/sample-records.ts';
import { sampleCharge, sampleRefund, sampleSession } from './records.ts';
import { sessionId, tokenSecrets } from './secrets.ts';

const keys = tokenSecrets.signing_keys;
const now = 1_800_000_000_000;
const render = createRenderer({
  now: () => now,
  request_id: 'req_1',
  docs_url: 'https://docs.example/errors',
});
const macs = keys.map(({ id }) => sessionToken(keys, sessionId, id)?.slice(-43) ?? '');

describe('client secret in an answer', () => {
  test('a remembered answer holds no MAC; a sent one has it, for the key that made the session', () => {
    for (const signing_key of ['k1', 'k2']) {
      const { body } = render({ session: sampleSession({ signing_key }) }, 'full');
      for (const mac of macs) expect(body).not.toContain(mac);
      const sent = JSON.parse(withClientSecret(body, keys));
      expect(sent.client_secret).toBe(sessionToken(keys, sessionId, signing_key));
      expect(withClientSecret(body, keys)).toBe(withClientSecret(body, keys));
    }
  });

  test('the address of its page has it behind #, is remembered without, and is null for who may not pay', () => {
    const page = createRenderer({
      now: () => now,
      request_id: 'req_1',
      docs_url: 'https://docs.example/errors',
      pages_url: 'https://pay.example/pay',
    });
    const { body } = page({ session: sampleSession() }, 'full');
    for (const mac of macs) expect(body).not.toContain(mac);
    const { url, client_secret } = JSON.parse(withClientSecret(body, keys));
    expect(url).toBe(`https://pay.example/pay/${sessionId}#${client_secret}`);
    expect(verifySessionToken(keys, client_secret)).toBe(sessionId);
    expect(JSON.parse(withClientSecret(body, []))).toMatchObject({ client_secret: null, url: null });
    expect(withClientSecret(body, [])).not.toContain('_secret_');
    expect(JSON.parse(render({ session: sampleSession() }, 'full').body).url).toBeNull();
  });

  test('bytes from before sessions had a page are completed as well', () => {
    const { body } = render({ session: sampleSession() }, 'full');
    const sent = JSON.parse(withClientSecret(body.replace('"url":null,', ''), keys));
    expect(sent.client_secret).toBe(sessionToken(keys, sessionId, 'k2'));
    expect(sent).not.toHaveProperty('url');
  });

  test('nothing else of the body is touched', () => {
    const { body } = render({ session: sampleSession() }, 'full');
    const sent = JSON.parse(withClientSecret(body, keys));
    expect({ ...sent, client_secret: null }).toEqual({ ...JSON.parse(body), client_secret: null });
  });

  test('under a key that is gone it is null', () => {
    const { body } = render({ session: sampleSession({ signing_key: 'k0' }) }, 'full');
    expect(JSON.parse(withClientSecret(body, keys)).client_secret).toBeNull();
  });

  test('a session with saved cards has another in its address, and its bearer gets no other', () => {
    const pages_url = 'https://pay.example/pay';
    const asPage = createRenderer({ now: () => 0, request_id: 'req_1', docs_url: 'd', pages_url });
    const { body } = asPage({ session: sampleSession({ saved_cards: true }) }, 'redacted');
    const [own, page] = (['client_secret', 'page'] as const).map(
      (use) => sessionToken(keys, sessionId, 'k2', use) ?? '',
    );
    expect(own).not.toBe(page);
    const url = `${pages_url}/${sessionId}#${page}`;
    expect(JSON.parse(withClientSecret(body, keys))).toMatchObject({ client_secret: own, url });
    const byLink = withClientSecret(body, keys, true);
    expect(JSON.parse(byLink)).toMatchObject({ client_secret: page, url });
    expect(byLink).not.toContain(own);
    expect(JSON.parse(withClientSecret(body, []))).toMatchObject({ client_secret: null, url: null });
  });

  test('the session of a decline has it as well', () => {
    const error = new ApiError('card_declined', 'The card was declined.', { decline_code: 'do_not_honor' });
    const { status, body } = render({ error, session: sampleSession() }, 'redacted');
    expect(status).toBe(402);
    expect(JSON.parse(withClientSecret(body, keys)).error.session.client_secret).toBe(
      sessionToken(keys, sessionId, 'k2'),
    );
  });

  test("metadata gets no secret of the session it names: neither a refund's, a charge's, nor another session's", () => {
    const victim = `cs_${'7'.repeat(26)}`;
    const metadata = { id: victim, object: 'checkout.session', client_secret: `${victim}_secret_k2` };
    const refund = sampleRefund({ metadata });
    const charge = sampleCharge({ refunds: { [refund.id]: refund } });
    const stolen = sessionToken(keys, victim, 'k2')?.slice(-43) ?? '';
    for (const { body } of [
      render({ refund, charge }, 'full'),
      render({ charge }, 'full'),
      render({ session: sampleSession({ metadata, success_url: 'https://a.example/{"id":"' }) }, 'full'),
      render({ session: sampleSession({ metadata }) }, 'full'),
    ]) {
      expect(body).toContain(`"client_secret":"${victim}_secret_k2"`);
      expect(withClientSecret(body, keys)).not.toContain(stolen);
    }
    const hostile = `{"error":{"message":"\\"session\\":{\\"id\\":\\"${victim}\\"","client_secret":"${victim}_secret_k2"}}`;
    expect(withClientSecret(hostile, keys)).toBe(hostile);
  });
});

describe('views', () => {
  test('a session token sees neither the route nor the merchant’s payment details', () => {
    const session = sampleSession({
      metadata: { order: 'm' },
      reference: 'r',
      customer_email: 'a@b.example',
      customer: { id: 'u-7' },
      billing_details: { address: { postal_code: '10115', country: 'DE' } },
      shipping: { name: 'Ada', address: { city: 'Berlin' } },
      description: 'd',
      statement_descriptor: 'TICKETS',
      exemption: 'tra',
    });
    const full = JSON.parse(render({ session }, 'full').body);
    const redacted = JSON.parse(render({ session }, 'redacted').body);
    const hidden = [
      'reference',
      'pay_once',
      'payment_link',
      'customer_email',
      'customer',
      'billing_details',
      'shipping',
      'statement_descriptor',
      'exemption',
      'saved_cards',
      'setup',
      'metadata',
      'routing',
    ];
    expect(Object.keys(full).filter((field) => !(field in redacted))).toEqual(hidden);
    expect(full).toMatchObject({
      metadata: { order: 'm' },
      reference: 'r',
      customer_email: 'a@b.example',
      customer: { id: 'u-7', email: 'a@b.example', phone: null },
      billing_details: { name: null, address: { line1: null, postal_code: '10115', country: 'DE' } },
      shipping: { name: 'Ada', phone: null, address: { city: 'Berlin' } },
      description: 'd',
      statement_descriptor: 'TICKETS',
      exemption: 'tra',
    });
    for (const word of ['u-7', '10115', 'Berlin', 'TICKETS', 'a@b.example'])
      expect(JSON.stringify(redacted)).not.toContain(word);
    // Where the card is collected is the browser's business alone.
    expect(Object.keys(redacted).filter((field) => !(field in full))).toEqual(['vault']);
  });
});

describe('status of a session', () => {
  const at = now / 1000;
  test.each([
    ['unpaid', at + 1, 'open'],
    ['unpaid', at, 'expired'],
    ['processing', at - 1, 'open'],
    ['requires_action', at - 1, 'open'],
    ['authorized', at - 1, 'complete'],
    ['paid', at - 1, 'complete'],
    ['canceled', at - 1, 'complete'],
  ] as const)('%s, expiring at %i: %s', (payment_status, expires_at, status) => {
    const { body } = render({ session: sampleSession({ payment_status, expires_at }) }, 'full');
    expect(JSON.parse(body).status).toBe(status);
  });
});

describe('charge', () => {
  test('refunded is what is back or on its way, whoever sent it; refunds keep their order', () => {
    const charge = sampleCharge({
      amount_captured: 100,
      amount_refundable: -20,
      amount_refundable_disputed: 80,
      disputes: {
        dp_a: sampleDispute('dp_a', { amount: 100 }),
        dp_b: sampleDispute('dp_b', { amount: 70, status: 'won' }),
        dp_c: sampleDispute('dp_c', {
          amount: 9,
          status: 'closed',
          stage: 'inquiry',
          reason: 'unrecognized',
          psp_reason: '4863',
          respond_by: 5,
          created: 1,
        }),
      },
      refunds: {
        re_b: sampleRefund({ id: 're_b', created: 2 }),
        re_a: sampleRefund({ id: 're_a', created: 3 }),
        re_c: sampleRefund({ id: 're_c', created: 2, status: 'failed', failure_reason: 'processor_error' }),
      },
    });
    const body = JSON.parse(render({ charge }, 'full').body);
    expect(body).toMatchObject({ amount_refunded: 20, amount_refundable: 0, amount_disputed: 100 });
    expect(body.refunds.map(({ id }: { readonly id: string }) => id)).toEqual(['re_b', 're_c', 're_a']);
    expect(body.refunds[1]).toMatchObject({ status: 'failed', failure_reason: 'processor_error' });
    expect(body.disputes.map(({ id }: { readonly id: string }) => id)).toEqual(['dp_c', 'dp_a', 'dp_b']);
    expect(body.disputes[0]).toEqual({
      id: 'dp_c',
      object: 'dispute',
      charge: charge.id,
      psp: 'stripe',
      psp_reference: 'psp-dp_c',
      amount: 9,
      currency: 'eur',
      reason: 'unrecognized',
      psp_reason: '4863',
      stage: 'inquiry',
      status: 'closed',
      respond_by: 5,
      created: 1,
    });
    expect(body.disputes[1]).toMatchObject({ reason: null, psp_reason: null, respond_by: null });
  });

  test('nothing internal is shown', () => {
    const { body } = render(
      { charge: sampleCharge({ recover_shard: 1, recover_at: 5, events: ['evt'], card_fingerprint: 'fp' }) },
      'full',
    );
    expect(body).not.toMatch(/recover|evt|fingerprint|fp|"rev"|write/);
  });
});
