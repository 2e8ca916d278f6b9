import { describe, expect, test } from '@jest/globals';
import { browserOf } from '../../../lib/http/browser-of.ts';

const reported = {
  color_depth: 24,
  language: 'de-DE',
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  java_enabled: false,
};
const payment_method = { type: 'psp_token', psp: 'stripe', token: 'pm_12345' } as const;
const of = (
  browser: Parameters<typeof browserOf>[0]['body']['browser'],
  view: 'full' | 'redacted',
  headers: Readonly<Record<string, string>> = {},
) => browserOf({ body: { payment_method, ...(browser && { browser }) }, view, headers });

describe('the browser of a confirm', () => {
  const headers = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' };

  test('is undefined if nothing is sent', () => {
    expect(of(undefined, 'redacted', headers)).toEqual({});
  });

  test('identifies itself in its own headers', () => {
    expect(of(reported, 'redacted', headers)).toEqual({
      browser: { ...reported, user_agent: 'Mozilla/5.0', accept_header: 'text/html' },
    });
    const long = of(reported, 'redacted', { 'user-agent': 'x'.repeat(5_000) });
    expect([long.browser?.user_agent.length, long.browser?.accept_header]).toEqual([512, '*/*']);
  });

  test('is described by the merchant’s server, whose own headers say nothing of it', () => {
    const given = { ...reported, user_agent: 'Safari', accept_header: 'text/plain' };
    expect(of(given, 'full', headers)).toEqual({ browser: given });
    expect(() => of(reported, 'full', headers)).toThrow(
      expect.objectContaining({ code: 'parameter_missing', details: { param: 'browser.user_agent' } }),
    );
  });
});
