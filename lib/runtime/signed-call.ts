import { defined } from '../types/defined.ts';
import type { HttpResponse } from '../types/transport.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { createTransport } from './transport.ts';

const defaultTimeout_ms = 3_000;

export type SignedCall = {
  /** The name in the signature and in the host. */
  readonly service: 'lambda' | 'events' | 'sts' | 'kms' | 'secretsmanager' | 'appconfig' | 's3';
  /** POST by default. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange; by default 3 s. */
  readonly timeout_ms?: number;
  /** Replaces the service's own endpoint. */
  readonly endpoint_url?: string | undefined;
};

/**
 * One request to an AWS service that is called rarely, signed by the storage client's signer, so that no SDK client is bundled for it. The endpoint
 * is AWS's, or `AWS_ENDPOINT_URL_<SERVICE>`.
 */
export const signedCall = async ({
  service,
  method = 'POST',
  path,
  query = {},
  headers,
  body,
  timeout_ms = defaultTimeout_ms,
  endpoint_url,
}: SignedCall): Promise<HttpResponse> => {
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
      method,
      protocol: base.protocol,
      hostname: base.hostname,
      path: target,
      query: { ...query },
      headers: { ...headers, host: base.host },
      ...defined({ body }),
    },
    { signingService: service },
  );
  http ??= createTransport();
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return http({
    method,
    url: base.origin + target + search,
    headers: signed,
    ...defined({ body }),
    timeout_ms,
  });
};

/** The same, but retries after each pause while there is no response, or the service fails or throttles. */
export const callWithRetries = async (
  call: SignedCall,
  pauses_ms: readonly number[],
): Promise<HttpResponse> => {
  const response = await signedCall(call);
  const [pause, ...others] = pauses_ms;
  if (pause === undefined || !isPassing(response)) return response;
  await clock.sleep(pause);
  return callWithRetries(call, others);
};

const isPassing = (response: HttpResponse): boolean => {
  if (response.kind !== 'answered') return true;
  const { status, body } = response;
  const isThrottled = status === 429 || (status !== 200 && body.includes('ThrottlingException'));
  return isThrottled || status >= 500;
};

let http: ReturnType<typeof createTransport> | undefined;
