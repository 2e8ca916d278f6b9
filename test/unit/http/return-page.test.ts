import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { HttpResult } from '../../../lib/http/call.ts';
import { withErrorPage } from '../../../lib/http/error-page.ts';
import { withReturnPage } from '../../../lib/http/return-page.ts';
import { withSignInPage } from '../../../lib/http/sign-in-page.ts';
import { defined } from '../../../lib/types/defined.ts';

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';

const answerTo = (accept: string | undefined, result: HttpResult): Promise<HttpResult> => {
  const event = { headers: defined({ accept }) } as unknown as APIGatewayProxyEventV2;
  return withReturnPage(async () => result)(event, {} as Context);
};

const refused = (statusCode: number): HttpResult => ({
  statusCode,
  headers: { 'request-id': 'req_1', 'retry-after': '1', 'content-type': 'application/json' },
  body: '{"error":{"code":"token_invalid"}}',
});

describe('what a customer sees at the return address', () => {
  test.each([
    [401, 'This link is incomplete or out of date.'],
    [404, 'Go back to the shop'],
    [409, 'you have started another one. Finish that one'],
    [503, 'You will not be charged twice.'],
  ])('%i is a page', async (status, words) => {
    const { statusCode, headers = {}, body = '' } = await answerTo(browser, refused(status));
    expect([statusCode, headers['request-id'], headers['retry-after']]).toEqual([status, 'req_1', '1']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(words);
    expect(body).toContain('req_1');
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  });

  test('what a page says is text', async () => {
    const page = withErrorPage(
      async () => refused(403),
      () => ({ title: '<b>', text: '"&<script>', link: { to: '/"', label: '<i>' } }),
    );
    const event = { headers: { accept: browser } } as unknown as APIGatewayProxyEventV2;
    const { body = '' } = await page(event, {} as Context);
    expect(body).not.toMatch(/<b>|<script|<i>|href="\/""/);
    expect(body).toContain('&#34;&#38;&#60;script&#62;');
  });

  test('a call that did not come through the front gets the gateway’s response, also at the console', async () => {
    const forbidden = { statusCode: 403, headers: {}, body: '{"message":"Forbidden"}' };
    expect(await answerTo(browser, forbidden)).toBe(forbidden);
    const event = { headers: { accept: browser } } as unknown as APIGatewayProxyEventV2;
    expect(await withSignInPage(async () => forbidden)(event, {} as Context)).toBe(forbidden);
  });

  test('a redirect stays one, and a program gets JSON', async () => {
    const redirect = { statusCode: 303, headers: { location: 'https://shop.example' } };
    expect(await answerTo(browser, redirect)).toBe(redirect);
    for (const accept of [undefined, '*/*', 'application/json']) {
      const refusal = refused(401);
      expect(await answerTo(accept, refusal)).toBe(refusal);
    }
  });
});
