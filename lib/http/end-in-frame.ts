import type { HttpHandler } from './call.ts';
import { asksForFrame } from './session-token.ts';

/**
 * None of this service's own responses may be shown in a frame. A customer who comes back in the frame of a `return_mode: 'frame'` is redirected to
 * `page`, whatever the response, even a refusal: the page around the frame reads the session. If no page is around it, because the whole shop is in a
 * frame, `page` goes on to the response's own redirect. Browsers say with `sec-fetch-dest` where a response will be shown; without that header, the
 * redirect is the same as without a frame.
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
