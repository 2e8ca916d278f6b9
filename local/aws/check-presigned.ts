import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError } from './aws-error.ts';
import { type Credentials, currentCredentials } from './credentials.ts';
import { readDate } from './read-date.ts';
import type { WireRequest } from './wire.ts';

const mark = 'X-Amz-Signature';

export const isPresigned = ({ query }: WireRequest): boolean => query.has(mark);

/** Throws as S3 does if a link (Signature Version 4 in the query) was not signed with these credentials, or no longer holds. */
export const checkPresigned = async (request: WireRequest, accepted: Credentials): Promise<void> => {
  const { query } = request;
  const date = query.get('X-Amz-Date') ?? '';
  const [accessKeyId, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const credentials = await currentCredentials(accepted);
  const key = [...scope].reduce(
    (secret: string | Buffer, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical(request))].join('\n');
  if (accessKeyId !== credentials.accessKeyId || !isSame(hmac(key, text), query.get(mark) ?? ''))
    throw new AwsError('SignatureDoesNotMatch', 403, 'The signature does not match the local credentials.');
  if (Date.now() > readDate(date).getTime() + Number(query.get('X-Amz-Expires')) * 1000)
    throw new AwsError('AccessDenied', 403, 'Request has expired');
};

/** What S3 calls the canonical request: only the host is signed, and no body. */
const canonical = ({ method, path, query, headers }: WireRequest): string => {
  const signed = [...query].filter(([name]) => name !== mark).map((pair) => pair.map(encoded).join('='));
  const uri = path.split('/').map(encoded).join('/');
  return [method, uri, signed.sort().join('&'), `host:${headers.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  );
};

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const isSame = (signature: Buffer, shown: string): boolean => {
  const given = Buffer.from(shown, 'hex');
  return given.length === signature.length && timingSafeEqual(given, signature);
};
