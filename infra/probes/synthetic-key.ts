import { parseApiKey } from '../../lib/storage/api-key-format.ts';
import { type AwsAnswer, awsCall } from '../aws/aws-call.ts';
import type { Environment } from '../environments.ts';

/** The API key for synthetic and smoke payments: a parameter, which is free, and which is unknown to functions that take payments. */
export const syntheticKeyName = ({ name }: Pick<Environment, 'name'>): string =>
  `/payments/${name}/synthetic-key`;

/** Undefined if it is not stored. Throws AWS's own message if it refuses. */
export const readSyntheticKey = async (name: string): Promise<string | undefined> => {
  const { ok, status, text } = await parameterCall('GetParameter', { Name: name, WithDecryption: true });
  if (ok) return JSON.parse(text).Parameter.Value;
  if (text.includes('ParameterNotFound')) return undefined;
  throw new Error(`ssm answered ${status}: ${text.slice(0, 300)}`);
};

/** Throws if `key` is not an API key of the environment's mode, without quoting it. */
export const storeSyntheticKey = async (environment: Environment, key: string): Promise<void> => {
  const live = environment.mode === 'live';
  if (parseApiKey(key)?.livemode !== live)
    throw new Error(`expected an API key that starts with sk_${live ? 'live' : 'test'}_ on standard input`);
  const parameter = { Name: syntheticKeyName(environment), Value: key, Type: 'SecureString' };
  const { ok, status, text } = await parameterCall('PutParameter', { ...parameter, Overwrite: true });
  if (!ok) throw new Error(`ssm answered ${status}: ${text.slice(0, 300)}`);
};

const parameterCall = (action: string, body: object): Promise<AwsAnswer> =>
  awsCall({
    service: 'ssm',
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AmazonSSM.${action}` },
    body: JSON.stringify(body),
  });
