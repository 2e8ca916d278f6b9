import { ApiError } from '../types/api-error.ts';
import { survives } from '../types/survives.ts';
import type { HttpEvent } from './call.ts';
import { withoutDigits } from './without-digits.ts';

const maxBytes = 64 * 1024;
const maxDepth = 16;

export type RawBody = {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
  readonly contentType: string | undefined;
};

/** The body as JSON. Throws `content_type_unsupported`, `body_too_large`, or `body_invalid` with what is wrong and where. */
export const readJson = ({ body, isBase64Encoded, contentType }: RawBody): unknown => {
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType ?? ''))
    throw new ApiError(
      'content_type_unsupported',
      `content-type: expected application/json, received ${contentType ? JSON.stringify(contentType.slice(0, 80)) : 'none'}.`,
    );
  if (body === undefined || body === '') throw invalid('expected a JSON object, received an empty body');
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : undefined;
  const size = bytes?.byteLength ?? Buffer.byteLength(body);
  if (size > maxBytes) throw bodyTooLarge(size, maxBytes);
  const text = bytes ? decode(bytes) : body;
  // The gateway decodes text bodies and puts this character in place of anything that is not UTF-8.
  if (text.includes('\uFFFD')) throw invalid('not valid UTF-8');
  if (!text.isWellFormed()) throw invalid('not valid Unicode');
  const value = parse(text);
  refuseAmbiguity(text);
  return value;
};

const bodyTooLarge = (size: number, max: number): ApiError =>
  new ApiError('body_too_large', `The body has ${size} bytes; the maximum is ${max}.`);

const invalid = (what: string): ApiError => new ApiError('body_invalid', `The body cannot be read: ${what}.`);

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid('not valid UTF-8');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`not valid JSON at ${placeOfError(text)}`);
  }
};

/** Where the text stops being valid JSON, in words. Never quotes the text: it may be card data. */
const placeOfError = (text: string): string => {
  let fine = 0;
  let broken = text.length + 1;
  while (broken - fine > 1) {
    const length = (fine + broken) >> 1;
    if (mayGoOn(text.slice(0, length))) fine = length;
    else broken = length;
  }
  if (fine === text.length) return 'its end: something is missing';
  const lines = text.slice(0, fine).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
};

/** Whether a text is the beginning of valid JSON: JSON.parse objects only to its end. */
const mayGoOn = (start: string): boolean => {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    return message.startsWith('Unexpected end') || Number(position) === start.length;
  }
};

const token = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g;

/**
 * Refuses what JSON.parse silently accepts: duplicate keys (the last would win), unlimited depth, lone surrogates, `__proto__`, numbers that it rounds.
 * `text` is valid JSON.
 */
const refuseAmbiguity = (text: string): void => {
  const keys: (Set<string> | undefined)[] = [];
  for (const [match, content, colon] of text.matchAll(token)) {
    if (match === '{' || match === '[') {
      keys.push(match === '{' ? new Set() : undefined);
      if (keys.length > maxDepth) throw invalid(`nested deeper than ${maxDepth} levels`);
    } else if (match === '}' || match === ']') keys.pop();
    else if (content === undefined) checkNumber(match);
    else if (colon !== undefined || content.includes('\\'))
      checkString(content, colon ? keys.at(-1) : undefined);
  }
};

/** A number that a double cannot represent would silently become another one. */
const checkNumber = (text: string): void => {
  if (!survives(text))
    throw invalid(`the number ${withoutDigits(text.slice(0, 80))} has more digits than can be kept`);
};

const checkString = (content: string, keys: Set<string> | undefined): void => {
  const value: unknown = content.includes('\\') ? JSON.parse(`"${content}"`) : content;
  if (typeof value !== 'string') return;
  if (!value.isWellFormed()) throw invalid('a string holds half of a surrogate pair');
  if (!keys) return;
  if (value === '__proto__') throw invalid('"__proto__" cannot be a key');
  if (keys.has(value))
    throw invalid(`the key ${JSON.stringify(withoutDigits(value).slice(0, 80))} is given twice`);
  keys.add(value);
};

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
