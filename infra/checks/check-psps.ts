import { unmappedFindings, unseen } from '../../lib/psp/findings.ts';
import { examineAccounts } from '../../lib/runtime/examine-accounts.ts';
import type { Finding } from '../../lib/types/examination.ts';
import type { HttpTransport } from '../../lib/types/transport.ts';
import { awsCall } from '../aws/aws-call.ts';
import { pspSecretName } from '../base/secret-name.ts';
import { stackName } from '../base/stack-name.ts';
import { deployable } from '../deploying/deployable.ts';
import type { Environment } from '../environments.ts';
import { unmappedCodes } from './unmapped-codes.ts';

/** Asks the PSPs, with the keys of the environment's secret, what its accounts may do. Changes nothing. */
export const checkPsps = async (
  environment: Environment,
  http?: HttpTransport,
): Promise<readonly Finding[]> => {
  const [keys, public_url, codes] = await Promise.all([
    keysOf(environment),
    addressOf(environment),
    unmappedCodes(environment),
  ]);
  const { site } = deployable(environment, 'infra/environments.ts');
  const accounts = Object.entries(site.accounts).map(([id, account]) => ({
    ...account,
    id,
    api_key: keys[id]?.api_key,
  }));
  const { mode, card_capture } = environment;
  return [
    ...(await examineAccounts(
      accounts,
      { livemode: mode === 'live', card_capture: card_capture === 'on', public_url },
      http,
    )),
    ...(codes === undefined
      ? [unseen('codes without a line: these credentials may not query the logs (logs:StartQuery)')]
      : unmappedFindings(codes, 'in the last seven days')),
  ];
};

type Keys = Readonly<Record<string, { readonly api_key?: string } | undefined>>;

const keysOf = async (environment: Environment): Promise<Keys> => {
  const names = Object.keys(environment.accounts).map((account) => pspSecretName(environment, account));
  return Object.assign({}, ...(await Promise.all([...new Set(names)].map(keysIn))));
};

const keysIn = async (SecretId: string): Promise<Keys> => {
  const { ok, text } = await awsCall({
    service: 'secretsmanager',
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body: JSON.stringify({ SecretId }),
  });
  if (!ok) return {};
  const { psp = {} }: { readonly psp?: Keys } = JSON.parse(JSON.parse(text).SecretString);
  return psp;
};

/** The stack's output; undefined before the first deploy. */
const addressOf = async (environment: Environment): Promise<string | undefined> => {
  const { text } = await awsCall({
    service: 'cloudformation',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `Action=DescribeStacks&Version=2010-05-15&StackName=${stackName(environment)}`,
  });
  return /<OutputKey>PublicUrl<\/OutputKey>\s*<OutputValue>([^<]+)<\/OutputValue>/.exec(text)?.[1];
};
