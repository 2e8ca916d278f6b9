import { storage } from './dynamodb.ts';

export type PresignedLink = {
  /** The bucket's. */
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

/** The SDK's signer has this method, but its type lacks it. */
type Presigner = {
  readonly presign: (
    request: Request,
    options: { readonly expiresIn: number; readonly signingService: 's3' },
  ) => Promise<Request>;
};

/** A signed address in S3 (Signature Version 4), made with the storage client's signer: whoever has it can read the object for a while. */
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
  // Encoded as in the signature: a space is %20, not +.
  const search = Object.entries(signed.query).map((pair) => pair.map(encodeURIComponent).join('='));
  return `${base.origin}${request.path}?${search.join('&')}`;
};
