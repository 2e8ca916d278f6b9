import type { HttpEvent } from './call.ts';
import { bodyTooLarge } from './read-json.ts';

/** The body's bytes as received. Throws `body_too_large`, before decoding them, if there are more than `max`. */
export const readRawBody = (
  { body = '', isBase64Encoded }: Pick<HttpEvent, 'body' | 'isBase64Encoded'>,
  max: number,
): Uint8Array => {
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  const size = Buffer.byteLength(body, encoding);
  if (size > max) throw bodyTooLarge(size, max);
  return Buffer.from(body, encoding);
};
