import type { HttpHandler } from './call.ts';
import { asksForFrame } from './session-token.ts';

/**
 * No page may show this service's answers in a frame. A customer who comes back in the frame of a `return_mode: 'frame'` gets `page` in place of every
 * answer, a refusal included: the page around it reads the session. Where there is none, since the shop itself is in a frame, that page goes on to
 * where the answer would have led. Browsers say with `sec-fetch-dest` where an answer will be shown; one that does not is sent on as without a frame.
 */
export const endInFrame =
  (handler: HttpHandler, page: () => string): HttpHandler =>
  async (event, context) => {
    const result = await handler(event, context);
    const framed = event.headers['sec-fetch-dest'] === 'iframe';
    if (!framed || !asksForFrame(event.queryStringParameters?.state ?? '')) return result;
    const { body: _, ...rest } = result;
    const onward = result.headers?.location;
    const location = onward === undefined ? page() : `${page()}#${encodeURIComponent(onward)}`;
    return { ...rest, statusCode: 303, headers: { ...result.headers, location } };
  };
