import type { ConsoleSettings } from '../../lib/http/console-settings.ts';
import { tableName, tables } from '../../lib/storage/tables.ts';
import type { NamedDer } from '../../lib/vault-protocol/signed-text.ts';
import { appConfigIds } from '../aws/appconfig/state.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { LocalPsp } from '../psp/start-psps.ts';
import type { VaultReady } from '../vault/vault-settings.ts';
import { consoleProof, frontProof } from './front.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type LocalParts = {
  readonly base_url: string;
  readonly dynamodb: string;
  readonly appconfig: string;
  readonly secrets_manager: string;
  readonly lambda: string;
  readonly s3: string;
  readonly psps: Readonly<Record<string, LocalPsp>>;
  /** Undefined: no vault runs here. */
  readonly vault: VaultReady | undefined;
  /** Verify the tokens of people signed in at the console. Undefined: the key that signs them is not here. */
  readonly console_keys: readonly NamedDer[] | undefined;
  readonly credentials: Credentials;
};

export const tokensSecretId = 'payments/tokens';
export const pspSecretId = 'payments/psp';
export const consoleSecretId = 'payments/console';
/** If set from outside, it names a vault that runs elsewhere. */
export const vaultVariable = 'VAULT';

/** Each one, if set from outside, names a part of AWS that runs elsewhere. */
export const endpointVariables = {
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
  appconfig: 'AWS_ENDPOINT_URL_APPCONFIG',
  appconfigdata: 'AWS_ENDPOINT_URL_APPCONFIGDATA',
  secrets_manager: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  lambda: 'AWS_ENDPOINT_URL_LAMBDA',
  s3: 'AWS_ENDPOINT_URL_S3',
} as const;

/** The functions' environment on this machine. Variables set from outside stay. */
export const functionEnvironment = (outside: Environment, parts: LocalParts): Record<string, string> => {
  const values: Record<string, string> = {
    ...Object.fromEntries(tables.map(({ id, variable }) => [variable, tableName('local', id)])),
    MODE: 'test',
    ENVIRONMENT: 'local',
    CARD_CAPTURE: 'on',
    HOSTED_PAGE: takesCards(outside, parts) ? 'on' : 'off',
    PUBLIC_URL: parts.base_url,
    PSP_ACCOUNTS: JSON.stringify(toAccounts(parts.psps)),
    TOKENS_SECRET: tokensSecretId,
    ORIGIN_PROOFS: frontProof,
    CONSOLE: parts.console_keys ? consoleOf(parts.base_url, parts.console_keys) : '',
    CONSOLE_SECRET: consoleSecretId,
    REFUND_LIMITS: '',
    APPCONFIG_APPLICATION: appConfigIds.application,
    APPCONFIG_ENVIRONMENT: appConfigIds.environment,
    APPCONFIG_PROFILE: appConfigIds.profile,
    APPCONFIG_STRATEGY: appConfigIds.strategy,
    [endpointVariables.dynamodb]: parts.dynamodb,
    [endpointVariables.appconfig]: parts.appconfig,
    [endpointVariables.appconfigdata]: parts.appconfig,
    [endpointVariables.secrets_manager]: parts.secrets_manager,
    [endpointVariables.lambda]: parts.lambda,
    [endpointVariables.s3]: parts.s3,
    [vaultVariable]: parts.vault ? JSON.stringify(parts.vault) : '',
    WEBHOOK_WORKER: 'deliver-events:live',
    BACKTEST_WORKER: 'run-backtest:live',
    EXPORT_WORKER: 'run-export:live',
    EXPORTS_BUCKET: 'payments-local-exports',
    RECOVERY_WORKER: 'recover-charges:live',
    SETTLING_TIMER: 'settle-rule-versions:live',
    WEBHOOK_ADDRESSES: 'any',
    DYNAMODB_LIMIT_MS: '20000',
    HEALTH_TICK_S: '5',
    RECOVERY_TICK_S: '5',
    ROLLOUT_TICK_S: '5',
    AWS_REGION: 'us-east-1',
  };
  for (const name of Object.keys(values))
    if (name !== 'ORIGIN_PROOFS' && name !== 'CONSOLE') values[name] = outside[name] || values[name] || '';
  const { credentials } = parts;
  if (credentials === 'own') return values;
  const { accessKeyId, secretAccessKey } = credentials;
  return { ...values, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
};

const consoleOf = (url: string, keys: readonly NamedDer[]): string =>
  JSON.stringify({ url, proofs: [consoleProof], keys } satisfies ConsoleSettings);

/** Here, or in a vault of ours. A vendor's vault has fields of its own. */
const takesCards = (outside: Environment, { vault }: LocalParts): boolean =>
  (outside.CARD_CAPTURE || 'on') === 'on' ||
  vault !== undefined ||
  outside.VAULT?.includes('"merchant"') === true;

const toAccounts = (psps: Readonly<Record<string, LocalPsp>>) =>
  Object.fromEntries(
    Object.entries(psps).map(([psp, { base_url, settings }]) => [
      psp,
      { psp, base_url, secret: pspSecretId, settings },
    ]),
  );
