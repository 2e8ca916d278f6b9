import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTransport } from '../../lib/runtime/transport.ts';
import { type Wallet, wallets } from '../../lib/types/given-method.ts';
import type { AuthorizeRequest } from '../../lib/types/psp.ts';
import { secret } from '../../lib/types/secret.ts';
import type { HttpRequest, HttpResponse } from '../../lib/types/transport.ts';
import { sealCard } from '../../local/psp/framework/simulated-wallet.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { readSpec } from '../tools/specs.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, moneyOf, returnUrl, sampleAccount, sampleAttempt, scripted } from './samples.ts';
import { answered } from './scripted-transport.ts';
import { specification } from './specification.ts';
import { subjects } from './subjects.ts';

const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2040 };
const made = 'tok_ubfj2q76miwundwlk72vxt2i7q';
const public_key = 'pk_sbox_ofthetests';

const request = (wallet: Wallet, number = card.number): AuthorizeRequest => ({
  payment_method: {
    type: wallet,
    token: secret(sealCard(wallet, { ...card, number })),
    psps: ['anywhere'],
  },
  return_url: returnUrl,
});

const all = Object.values(subjects);
const taking = all.filter(({ adapter }) => adapter.capabilities.wallets.length > 0);
const withKey = (subject: PspSubject): PspSubject => ({
  ...subject,
  account: { ...subject.account, settings: { ...subject.account.settings, public_key } },
});

/** Everything that one payment with a wallet sends, the PSP approving it. */
const sent = async (
  given: PspSubject,
  wallet: Wallet,
  tokens: HttpResponse = answered(201, { token: made }),
) => {
  const attempt = sampleAttempt();
  const subject = withKey(given);
  const play = subject.play({ scene: 'captured' }, attempt, moneyOf(attempt));
  const { psp, exchanges } = scripted(subject, (asked) =>
    asked.url.endsWith('/tokens') ? tokens : play(asked),
  );
  const answer = await psp.authorize(attempt, request(wallet), call);
  return { answer, requests: exchanges.map((exchange) => exchange.request) };
};

const bodyOf = ({ body }: HttpRequest) => JSON.parse(body ?? '{}');

describe.each(wallets)('%s', (wallet) => {
  test.each(taking.map((subject) => [subject.name, subject] as const))(
    'is sent to %s still encrypted, as the official document says',
    async (_, subject) => {
      const { answer, requests } = await sent(subject, wallet);
      expect(answer).toMatchObject({ outcome: 'captured' });
      expect(JSON.stringify(requests)).not.toContain(card.number);
      const { document, corrected = (given: unknown) => given, added } = subject.specification;
      const spec = corrected(readSpec(document));
      if (spec === undefined) return;
      const checker = specification(spec, subject.account.base_url, added);
      for (const each of requests) expect(checker.requestProblems(each)).toEqual([]);
    },
  );

  test('is in its field at Adyen', async () => {
    const { requests } = await sent(adyenSubject, wallet);
    const { paymentMethod } = bodyOf(requests[0] as HttpRequest);
    const token = sealCard(wallet, card);
    expect(paymentMethod).toEqual(
      wallet === 'applepay'
        ? { type: 'applepay', applePayToken: Buffer.from(token).toString('base64') }
        : { type: 'googlepay', googlePayToken: token },
    );
  });

  test('is exchanged with the public key at Checkout.com, and the result pays', async () => {
    const { requests } = await sent(checkoutComSubject, wallet);
    const [tokens, payment, ...more] = requests;
    expect(more).toEqual([]);
    if (!tokens || !payment) throw new Error('two calls were expected');
    expect(tokens.headers.authorization).toBe(`Bearer ${public_key}`);
    expect(tokens.headers).not.toHaveProperty('cko-idempotency-key');
    expect(bodyOf(tokens)).toEqual({ type: wallet, token_data: JSON.parse(sealCard(wallet, card)) });
    expect(bodyOf(payment).source).toEqual({ type: 'token', token: made, store_for_future_use: false });
    expect(payment.headers.authorization).not.toContain(public_key);
  });

  test.each([
    ['a time-out', { kind: 'lost', doubt: 'timeout', cause: 'x' }, 'not_sent'],
    ['no way there', { kind: 'not_sent', cause: 'x' }, 'not_sent'],
    ['a wrong key', answered(401, {}), 'psp_unavailable'],
    ['too many', answered(429, {}), 'rate_limited'],
    ['one that is under way', answered(409, {}), 'psp_unavailable'],
    ['an outage', answered(500, {}), 'psp_unavailable'],
    [
      'a token that it cannot read',
      answered(422, { error_type: 'request_invalid', error_codes: ['token_data_invalid'] }),
      'not_supported',
    ],
    [
      'one it calls expired',
      answered(422, { error_type: 'request_invalid', error_codes: ['token_expired'] }),
      'not_supported',
    ],
    ['a success that is none', answered(201, { token: '../payments' }), 'psp_unavailable'],
    ['HTML', { kind: 'answered', status: 200, headers: {}, body: '<html>' }, 'psp_unavailable'],
  ] as const)(
    'Checkout.com’s exchange that ends in %s pays nothing, and says so',
    async (_, tokens, outcome) => {
      const { answer, requests } = await sent(checkoutComSubject, wallet, tokens as HttpResponse);
      expect(answer).toMatchObject({ outcome });
      expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/tokens']);
    },
  );

  test('without a public key nothing is sent to Checkout.com', async () => {
    const { psp, exchanges } = scripted(checkoutComSubject, () => undefined);
    const answer = await psp.authorize(sampleAttempt(), request(wallet), call);
    expect(answer).toEqual({ outcome: 'not_supported', code: 'public_key_missing' });
    expect(exchanges).toEqual([]);
  });

  test.each(
    all.filter((subject) => !taking.includes(subject)).map((subject) => [subject.name, subject] as const),
  )('is never sent to %s, which takes no wallets', async (_, subject) => {
    const { psp, exchanges } = scripted(subject, () => undefined);
    const answer = await psp.authorize(sampleAttempt(), request(wallet), call);
    expect(answer).toEqual({ outcome: 'not_supported', code: 'wallet_not_supported' });
    expect(exchanges).toEqual([]);
  });
});

describe('the simulators', () => {
  let simulators: PspSimulators;
  beforeAll(async () => {
    simulators = await startPspSimulators({ psps: taking.map(({ name }) => name) });
  });
  afterAll(() => simulators.close());

  const connect = (subject: PspSubject) => {
    const { api_key, webhook_secrets, settings } = simulators.credentials[subject.name] ?? never();
    return subject.adapter.connect(
      {
        ...sampleAccount(subject),
        base_url: simulators.urls[subject.name] ?? '',
        settings,
        credentials: async () => ({ api_key, webhook_secrets }),
      },
      createTransport(),
    );
  };
  const attempt = (reference: string) => sampleAttempt({ reference, started: Date.now() });

  test.each(taking.flatMap((subject) => wallets.map((wallet) => [subject.name, wallet, subject] as const)))(
    '%s takes %s, declines its card, and cannot read a token made for another',
    async (_, wallet, subject) => {
      const psp = connect(subject);
      const id = (last: string) => `ch_01jd4x8m5v6n7p8q9r0s1t2${wallet === 'applepay' ? 'a' : 'g'}${last}`;
      expect(await psp.authorize(attempt(id('01')), request(wallet), call)).toMatchObject({
        outcome: 'captured',
      });
      const foreign: AuthorizeRequest = {
        ...request(wallet),
        payment_method: { type: wallet, token: secret('{"data":"x","signedMessage":"x"}'), psps: [] },
      };
      const refused = await psp.authorize(attempt(id('02')), foreign, call);
      expect(['not_supported', 'invalid_request']).toContain(refused.outcome);
    },
  );
});

const never = (): never => {
  throw new Error('there is no such simulator');
};
