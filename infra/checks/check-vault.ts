import { randomBytes } from 'node:crypto';
import type { TokenParts } from '../../lib/http/token-parts.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import type { Finding } from '../../lib/types/examination.ts';
import type { HttpTransport } from '../../lib/types/transport.ts';
import { signGrant } from '../../lib/vault-protocol/grant.ts';
import { awsCall } from '../aws/aws-call.ts';
import { signingSecretName } from '../base/secret-name.ts';
import type { Environment, RouterVault } from '../environments.ts';

const timeout_ms = 10_000;

/** Asks an environment's vault, if it has one, whether it would accept cards: with an expired card, so that nothing is stored. */
export const checkVault = async (
  environment: Environment,
  http: HttpTransport = createTransport(),
): Promise<readonly Finding[]> => {
  const { vault } = environment;
  if (!vault) return [];
  const frame = await http({
    method: 'GET',
    url: `${vault.url}/fields/v1/frame.html`,
    headers: {},
    timeout_ms,
  });
  if (frame.kind !== 'answered' || frame.status !== 200)
    return [
      missing(
        `${vault.url} does not serve the card fields: deploy the vault, and check \`vault.url\` in infra/environments.ts`,
      ),
    ];
  return [
    { state: 'ok', says: `vault: ${vault.url} serves the card fields` },
    await grants(environment, vault, http),
    {
      state: 'unseen',
      says: 'vault: only the first payment shows whether the functions may send cards. They may once `deployed: true` is set in infra/vaults.ts and the vault is deployed again',
    },
  ];
};

const grants = async (
  environment: Environment,
  { merchant, url }: RouterVault,
  http: HttpTransport,
): Promise<Finding> => {
  const [key] = (await sessionKeys(environment)).grant_keys ?? [];
  if (!key)
    return missing(
      `${signingSecretName(environment)} has no key for grants: run \`npm run tokens -- add-key grant --env ${environment.name}\`, put what it prints into \`grant_keys\` in infra/vaults.ts, and deploy the vault`,
    );
  const session = `cs_${randomBytes(13).toString('hex')}`;
  const expires = Math.floor(Date.now() / 1000) + 60;
  const response = await http({
    method: 'POST',
    url: `${url}/v1/cards`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${signGrant({ merchant, mode: environment.mode, session, expires }, key)}`,
    },
    body: JSON.stringify({ card: expired }),
    timeout_ms,
  });
  if (response.kind === 'answered' && response.status === 400)
    return { state: 'ok', says: 'vault: accepts cards for this environment' };
  if (response.kind === 'answered' && response.status === 401)
    return missing(
      `${url} rejects the grants of ${environment.name}: \`grant_keys\` (with ${key.id}), \`merchant\` and the mode in infra/vaults.ts must match the environment, and the vault must be deployed with them`,
    );
  const found =
    response.kind === 'answered' ? `answered ${response.status}` : `did not answer: ${response.cause}`;
  return missing(`${url} ${found}: read the log of its function \`collect\``);
};

/** Refused only after the grant was accepted. */
const expired = { number: '4242424242424242', exp_month: 1, exp_year: 2000, cvc: '123' };

const sessionKeys = async (environment: Environment): Promise<Partial<TokenParts['sessions']>> => {
  const { ok, text } = await awsCall({
    service: 'secretsmanager',
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body: JSON.stringify({ SecretId: signingSecretName(environment), VersionStage: 'sessions' }),
  });
  return ok ? JSON.parse(JSON.parse(text).SecretString) : {};
};

const missing = (says: string): Finding => ({ state: 'missing', says: `vault: ${says}` });
