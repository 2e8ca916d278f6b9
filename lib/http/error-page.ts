import type { HttpHandler, HttpResult } from './call.ts';

/** The page that a person sees instead of a refusal, in plain text. */
export type ErrorPage = {
  readonly title: string;
  readonly text: string;
  /** Where to go next. `to`: a path of this service. */
  readonly link?: { readonly to: string; readonly label: string };
};

/**
 * For an address that a person opens in a browser. A refusal keeps its status and headers, but is a readable page if the browser asks for one; a
 * program still gets JSON.
 */
export const withErrorPage =
  (handler: HttpHandler, describe: (refusal: HttpResult) => ErrorPage): HttpHandler =>
  async (event, context) => {
    const result = await handler(event, context);
    const wanted = /\btext\/html\b/.test(event.headers.accept ?? '');
    return wanted && isRefusal(result) ? toPage(result, describe(result)) : result;
  };

/** A call that did not come through the front gets the gateway's response, which is none of this service's. */
const isRefusal = ({ statusCode = 200, headers }: HttpResult): boolean =>
  statusCode >= 400 && headers?.['request-id'] !== undefined;

const toPage = (result: HttpResult, { title, text, link }: ErrorPage): HttpResult => {
  const heading = escaped(title);
  const onward = link ? `<p><a href="${escaped(link.to)}">${escaped(link.label)}</a></p>` : '';
  return {
    ...result,
    headers: {
      ...result.headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title><style>${style}</style></head><body><main><h1>${heading}</h1><p>${escaped(text)}</p>${onward}<p><small>${result.headers?.['request-id'] ?? ''}</small></p></main></body></html>`,
  };
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const style =
  ':root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{margin:0;display:grid;min-height:100vh;place-items:center}main{max-width:30rem;padding:2rem}small{opacity:.75}';

/** A test computes it from the style. */
const styleHash = '3qstc/eVyZuOKtdsK+SQQeV+3DZmsitMpD/yg/LYZ7c=';
