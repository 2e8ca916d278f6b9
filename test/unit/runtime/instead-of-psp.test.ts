import { describe, expect, test } from '@jest/globals';
import { examiners } from '../../../lib/psp/examiners.ts';
import { insteadOfPsp } from '../../../lib/runtime/instead-of-psp.ts';
import type { PspAccount } from '../../../lib/types/psp-account.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';

const psps = Object.keys(examiners);
const settings = { merchant_account: 'Shop', location_id: 'L1', webhook_id: 'WH-1' };
const account = (psp: string, more: Partial<PspAccount> = {}): PspAccount => ({
  id: psp,
  psp,
  base_url: 'https://psp.example',
  livemode: true,
  settings,
  credentials: async () => ({ api_key: 'sk_secret', webhook_secrets: [] }),
  ...more,
});
const answered = (status: number, body = '{}'): HttpResponse => ({
  kind: 'answered',
  status,
  headers: {},
  body,
});

const ask = async (of: PspAccount, answer: HttpResponse = answered(200)) => {
  const sent: HttpRequest[] = [];
  let refused = 0;
  const says = await insteadOfPsp(
    of,
    async (request) => {
      sent.push(request);
      return answer;
    },
    () => {
      refused += 1;
    },
  );
  return { says, sent, refused };
};

describe('one question to a PSP', () => {
  test('is one that makes, changes and charges nothing', async () => {
    const questions = await Promise.all(
      psps.map(async (psp) => (await ask(account(psp))).sent.map(({ method, url }) => [psp, method, url])),
    );
    expect(questions.flat().toSorted()).toEqual([
      ['adyen', 'POST', 'https://psp.example/cardDetails'],
      ['checkout_com', 'GET', 'https://psp.example/payments/pay_aaaaaaaaaaaaaaaaaaaaaaaaaa'],
      ['paypal', 'POST', 'https://psp.example/v1/oauth2/token'],
      ['square', 'GET', 'https://psp.example/v2/locations/L1'],
      ['stripe', 'GET', 'https://psp.example/v1/account'],
    ]);
  });

  const states: readonly (readonly [string, HttpResponse, string | undefined, number])[] = [
    ['200', answered(200), undefined, 0],
    ['404', answered(404, ''), undefined, 0],
    ['422', answered(422), undefined, 0],
    ['429', answered(429), undefined, 0],
    ['401', answered(401), 'answers 401', 1],
    ['403', answered(403), 'answers 403', 0],
    ['500', answered(500), 'answers 500', 0],
    ['503', answered(503, '<html>'), 'answers 503', 0],
    ['a page', answered(200, '<html>'), 'answers 200 without JSON', 0],
    ['nothing', { kind: 'not_sent', cause: 'ECONNREFUSED' }, 'does not answer (ECONNREFUSED)', 0],
    ['too late', { kind: 'lost', doubt: 'timeout', cause: 'timeout' }, 'does not answer (timeout)', 0],
  ];
  test.each(psps.flatMap((psp) => states.map(([name, ...state]) => [psp, name, ...state] as const)))(
    '%s: %s',
    async (psp, _, answer, expected, refusals) => {
      const { says, sent, refused } = await ask(account(psp), answer);
      expect([says, sent.length, refused]).toEqual([expected, 1, refusals]);
    },
  );

  test('is not put without a key or a setting it needs, or to a PSP that nobody knows', async () => {
    const keyless = account('stripe', { credentials: () => Promise.reject(new Error('sk_secret')) });
    expect(await ask(keyless)).toMatchObject({ says: 'its key cannot be read', sent: [] });
    for (const psp of ['adyen', 'square'])
      expect(await ask(account(psp, { settings: {} }))).toMatchObject({
        says: 'its settings are not complete',
        sent: [],
      });
    expect(await ask(account('constructor'))).toMatchObject({
      says: 'there is no question for accounts of constructor',
      sent: [],
    });
  });
});
