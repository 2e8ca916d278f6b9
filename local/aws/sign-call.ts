import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { currentCredentials } from './credentials.ts';
import type { Store } from './store-of.ts';

/** The headers of a signed call to a store; `target`: `DynamoDB_20120810.GetItem`. */
export const signCall = async (
  { url, credentials }: Store,
  target: string,
  body: string,
): Promise<Readonly<Record<string, string>>> => {
  const { protocol, hostname, host } = new URL(url);
  const signer = new SignatureV4({
    service: 'dynamodb',
    region: process.env.AWS_REGION ?? 'us-east-1',
    credentials: await currentCredentials(credentials),
    sha256: Hash.bind(null, 'sha256'),
  });
  const headers = { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
  return (await signer.sign({ method: 'POST', protocol, hostname, path: '/', query: {}, headers, body }))
    .headers;
};
