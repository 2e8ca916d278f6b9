/** A function's result on the wire. */
export type GatewayAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string | Buffer;
};

/**
 * Reads a result of payload format 2.0 after its conversion to JSON. Without a `statusCode` the whole result is the body of a 200 in JSON. Throws if
 * the gateway does not accept the shape; it then answers 500.
 */
export const toAnswer = (result: unknown): GatewayAnswer => {
  if (!isRecord(result) || !('statusCode' in result)) return inferred(result);
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  if (!isStatus(statusCode)) throw new TypeError('statusCode is not an HTTP status');
  if (!isRecord(headers)) throw new TypeError('headers is not an object');
  if (!Array.isArray(cookies) || !cookies.every((cookie) => typeof cookie === 'string'))
    throw new TypeError('cookies is not a list of strings');
  if (typeof body !== 'string') throw new TypeError('body is not a string');
  if (typeof isBase64Encoded !== 'boolean') throw new TypeError('isBase64Encoded is not a boolean');
  return {
    status: statusCode,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...lowercase(headers) },
    cookies,
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
};

const inferred = (result: unknown): GatewayAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: typeof result === 'string' ? result : JSON.stringify(result),
});

/** The gateway writes these itself. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

const lowercase = (headers: Record<string, unknown>): Record<string, string> => {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new TypeError(`header ${name} is not a string, number or boolean`);
    if (!ownHeaders.has(name.toLowerCase())) result[name.toLowerCase()] = String(value);
  }
  return result;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && /^[2-5]\d\d$/.test(String(value));
