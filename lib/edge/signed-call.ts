import type { HttpAnswer } from '../types/transport.ts';
import { storage } from './dynamodb.ts';
import { createTransport } from './transport.ts';

const defaultTimeout_ms = 3_000;

export type SignedCall = {
  /** As in the signature and the host's name. */
  readonly service: 'lambda' | 'events' | 'sts' | 'kms' | 'secretsmanager';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the whole exchange; 3 s by default. */
  readonly timeout_ms?: number;
  /** Instead of the service's own. */
  readonly endpoint_url?: string | undefined;
};

/**
 * One POST to AWS in a service of which only one call is needed: no SDK client is bundled for it, and the storage client's signer signs. The endpoint
 * is AWS's, or that of `AWS_ENDPOINT_URL_<SERVICE>`.
 */
export const signedCall = async ({
  service,
  path,
  query = {},
  headers,
  body,
  timeout_ms = defaultTimeout_ms,
  endpoint_url,
}: SignedCall): Promise<HttpAnswer> => {
  const { config } = storage().client;
  const [signer, region] = await Promise.all([config.signer(), config.region()]);
  const base = new URL(
    endpoint_url ??
      process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ??
      `https://${service}.${region}.amazonaws.com`,
  );
  const target = base.pathname.replace(/\/$/, '') + path;
  const { headers: signed } = await signer.sign(
    {
      method: 'POST',
      protocol: base.protocol,
      hostname: base.hostname,
      path: target,
      query: { ...query },
      headers: { ...headers, host: base.host },
      body,
    },
    { signingService: service },
  );
  http ??= createTransport();
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return http({ method: 'POST', url: base.origin + target + search, headers: signed, body, timeout_ms });
};

let http: ReturnType<typeof createTransport> | undefined;
