import { timingSafeEqual } from 'node:crypto';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { AwsError } from './aws-error.ts';
import { checkPresigned, isPresigned } from './check-presigned.ts';
import { type Credentials, currentCredentials } from './credentials.ts';
import { readDate } from './read-date.ts';
import type { WireRequest } from './wire.ts';

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/\d{8}\/([^/,]+)\/([^/,]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/;
const apart_ms = 300_000;

/** Throws as AWS does if a request is not signed (Signature Version 4) with these credentials, within five minutes or by a link that still holds. */
export const checkSignature = async (request: WireRequest, accepted: Credentials): Promise<void> => {
  if (isPresigned(request)) return checkPresigned(request, accepted);
  const { authorization = '', 'x-amz-date': date } = request.headers;
  const [, accessKeyId, region = '', service = '', signed = ''] = form.exec(authorization) ?? [];
  if (accessKeyId === undefined)
    throw new AwsError('MissingAuthenticationTokenException', 403, 'Missing Authentication Token');
  const signingDate = readDate(String(date));
  const credentials = await currentCredentials(accepted);
  if (accessKeyId !== credentials.accessKeyId || Math.abs(Date.now() - signingDate.getTime()) > apart_ms)
    throw unsigned();
  const signer = new SignatureV4({ service, region, credentials, sha256: Hash.bind(null, 'sha256') });
  const again = await signer.sign(toSign(request, signed.split(';')), { signingDate });
  if (!isSame(String(again.headers.authorization), authorization)) throw unsigned();
};

const unsigned = () =>
  new AwsError('InvalidSignatureException', 403, 'The signature does not match the local credentials.');

const toSign = ({ method, path, query, headers, body }: WireRequest, signed: readonly string[]) => ({
  method,
  protocol: 'http:',
  hostname: '',
  path: encodeURI(path),
  query: Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)])),
  headers: Object.fromEntries(signed.map((name) => [name, String(headers[name] ?? '')])),
  body,
});

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
