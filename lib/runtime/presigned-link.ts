import { storage } from './dynamodb.ts';

export type PresignedLink = {
  /** Of the bucket. */
  readonly endpoint_url: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly expires_in: number;
};

type Request = {
  readonly method: 'GET';
  readonly protocol: string;
  readonly hostname: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
};

/** The SDK's signer can do so, though its type does not say it. */
type Presigner = {
  readonly presign: (
    request: Request,
    options: { readonly expiresIn: number; readonly signingService: 's3' },
  ) => Promise<Request>;
};

/** An address in S3 that whoever has it can read for a while, signed (Signature Version 4) by the storage client's signer. */
export const presignedLink = async ({
  endpoint_url,
  path,
  query,
  expires_in,
}: PresignedLink): Promise<string> => {
  const signer = (await storage().client.config.signer()) as unknown as Presigner;
  const base = new URL(endpoint_url);
  const request: Request = {
    method: 'GET',
    protocol: base.protocol,
    hostname: base.hostname,
    path: base.pathname.replace(/\/$/, '') + path,
    query: { ...query },
    headers: { host: base.host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
  };
  const signed = await signer.presign(request, { expiresIn: expires_in, signingService: 's3' });
  // As the signature has them: a space as %20, not as +.
  const search = Object.entries(signed.query).map((pair) => pair.map(encodeURIComponent).join('='));
  return `${base.origin}${request.path}?${search.join('&')}`;
};
