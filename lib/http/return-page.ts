import type { HttpHandler, HttpResult } from './call.ts';

/**
 * A customer's browser opens the return address. A refusal keeps its status and headers, but becomes a readable page if the browser asks for one; a
 * program still gets JSON.
 */
export const withReturnPage =
  (handler: HttpHandler): HttpHandler =>
  async (event, context) => {
    const result = await handler(event, context);
    const wanted = /\btext\/html\b/.test(event.headers.accept ?? '');
    return wanted && (result.statusCode ?? 200) >= 400 ? toPage(result) : result;
  };

const wordsFor = (status: number): string => {
  if (status >= 500)
    return 'We could not finish this step. You will not be charged twice. Reload this page in a moment, or go back to the shop.';
  return status === 409
    ? 'This attempt to pay has ended, and you have started another one. Finish that one, or go back to the shop to see whether your payment went through.'
    : 'This link is incomplete or out of date. Go back to the shop to see whether your payment went through.';
};

const toPage = (result: HttpResult): HttpResult => {
  const words = wordsFor(result.statusCode ?? 500);
  return {
    ...result,
    headers: {
      ...result.headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Your payment</title><style>${style}</style></head><body><main><h1>Your payment</h1><p>${words}</p><p><small>${result.headers?.['request-id'] ?? ''}</small></p></main></body></html>`,
  };
};

const style =
  ':root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{margin:0;display:grid;min-height:100vh;place-items:center}main{max-width:30rem;padding:2rem}small{opacity:.75}';

/** A test recomputes it from the style. */
const styleHash = '3qstc/eVyZuOKtdsK+SQQeV+3DZmsitMpD/yg/LYZ7c=';
