import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { defined } from '../../lib/types/defined.ts';

export type AwsCall = {
  /** The name in the signature and in the host's name: `lambda`. */
  readonly service: string;
  /** The shell's if undefined. */
  readonly region?: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Including its query. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type AwsAnswer = {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  /** The server's clock, in Unix milliseconds. */
  readonly date: number;
};

/**
 * One call to AWS with the shell's credentials and region, for the few calls that deploying needs besides the CDK command line: no SDK client is
 * installed for their services. The endpoint is AWS's, or `AWS_ENDPOINT_URL_<SERVICE>`, or `AWS_ENDPOINT_URL`.
 */
export const awsCall = async ({
  service,
  region: asked,
  method = 'GET',
  path = '/',
  headers = {},
  body,
}: AwsCall): Promise<AwsAnswer> => {
  const { config } = new SecretsManagerClient({});
  const [credentials, region] = await Promise.all([config.credentials(), asked ?? config.region()]);
  const base = new URL(
    process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ??
      process.env.AWS_ENDPOINT_URL ??
      `https://${service}.${region}.amazonaws.com`,
  );
  const target = new URL(base.pathname.replace(/\/$/, '') + path, base);
  const signer = new SignatureV4({ service, region, credentials, sha256: Hash.bind(null, 'sha256') });
  const signed = await signer.sign({
    method,
    protocol: base.protocol,
    hostname: base.host,
    path: target.pathname,
    query: Object.fromEntries(target.searchParams),
    headers: { ...headers, host: base.host },
    ...defined({ body }),
  });
  const { host: _host, ...sent } = signed.headers;
  const response = await fetch(target, { method, headers: sent, ...defined({ body }) });
  return {
    ok: response.ok,
    status: response.status,
    text: await response.text(),
    date: Date.parse(response.headers.get('date') ?? ''),
  };
};

/** Throws AWS's own message if it refuses. */
export const awsJson = async <T>(call: AwsCall): Promise<T> => {
  const { ok, status, text } = await awsCall(call);
  if (!ok) throw new Error(`${call.service} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
};
