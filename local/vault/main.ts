import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { buildHostedFields } from '../../clients/browser/build.ts';
import {
  frameAncestorsHeader,
  localFontOrigins,
  localFrameAncestors,
} from '../../clients/browser/frame-ancestors.ts';
import { collectCardRoute } from '../../lib/http/vault-routes.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import { cardTables } from '../../lib/storage/card-tables.ts';
import { defined } from '../../lib/types/defined.ts';
import type { CardLimits } from '../../lib/vault/vault-ports.ts';
import { readVaultSecret } from '../../lib/vault/vault-secret.ts';
import type { Credentials } from '../aws/credentials.ts';
import { createTablesOf, isDynamoDbInstalled, startDynamoDb } from '../aws/dynamodb.ts';
import { startKms } from '../aws/kms.ts';
import { startLambda } from '../aws/lambda.ts';
import { startSecretsManager } from '../aws/secrets-manager.ts';
import { createGateway } from '../gateway/create-gateway.ts';
import { loadFunction } from '../gateway/load-function.ts';
import { startTimer } from '../gateway/start-timer.ts';
import { serveFiles } from '../pages/server/serve-files.ts';
import type { VaultReady, VaultSettings } from './vault-settings.ts';

/**
 * The vault of `npm start`: a separate process with its own store, key service and secrets. It takes cards from the frame that it serves, and PSPs'
 * requests through Lambda's `Invoke`.
 */
const main = async (): Promise<void> => {
  const settings = JSON.parse(process.env.VAULT_SETTINGS ?? '') as VaultSettings;
  delete process.env.VAULT_SETTINGS;
  const { credentials, dataDir } = settings;
  const kept = { ...defined({ dataDir }), credentials };
  const [dynamoDb, kms, secrets] = await Promise.all([
    settings.dynamodb === undefined || isDynamoDbInstalled()
      ? startDynamoDb(kept)
      : elsewhere(settings.dynamodb, credentials),
    startKms(kept),
    startSecretsManager({ ...kept, secrets: { [vaultSecretId]: newVaultSecret() } }),
  ]);
  secrets.rotate(credentialsSecretId, JSON.stringify({ psp: settings.psp }));
  Object.assign(process.env, {
    MODE: 'test',
    VAULT_MERCHANT: merchant,
    GRANT_KEYS: JSON.stringify(settings.grant_keys),
    VAULT_SECRET: vaultSecretId,
    CARD_LIMITS: JSON.stringify(limits),
    VAULT_ACCOUNTS: JSON.stringify(settings.accounts),
    CREDENTIALS_SECRET: credentialsSecretId,
    CARD_KEY: 'alias/cards',
    DOCS_URL: settings.docs_url,
    ...Object.fromEntries(cardTables.map(({ id, variable }) => [variable, tableName(id)])),
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
    AWS_ENDPOINT_URL_KMS: kms.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    AWS_REGION: process.env.AWS_REGION ?? 'us-east-1',
    ...(credentials !== 'own' && {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }),
  });
  await createTablesOf(cardTables, dynamoDb, ({ id }) => tableName(id));

  const gateway = await createGateway({
    routes: [collectCardRoute],
    defaultFunction: nowhere,
    load: async (name) => (name === nowhere ? notFound : loadFunction(name)),
    mounts: [{ path: '/fields', handle: frame(settings), door: { onlyOwnUser: false, frames: true } }],
    onFunctionError: report,
  });
  const lambda = await startLambda({
    credentials,
    invoke: (name, event, limitMs) => gateway.invoke(`vault/${name}`, event, limitMs),
    onFunctionError: report,
  });
  startTimer('vault/sweep', gateway.invoke, 60_000, report);
  // Load these now, so that the first card does not wait for an import.
  await Promise.all(['collect', 'forward', 'manage', 'sweep'].map((name) => loadFunction(`vault/${name}`)));
  void dynamoDb.ended.then(() => process.exit());
  process.on('SIGTERM', () => void dynamoDb.close());
  const { receipt_key } = readVaultSecret(secrets.read(vaultSecretId) ?? '');
  const ready: VaultReady = {
    merchant,
    url: gateway.url,
    forward: 'forward',
    manage: 'manage',
    receipt_keys: [verifyingKeyOf(receipt_key)],
    endpoint_url: lambda.url,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
};

const merchant = 'local';
/** Tests and benchmarks collect as many as they can. */
const limits: CardLimits = { a_minute: 1_000_000, a_day: 1_000_000, alike: 8 };
const vaultSecretId = 'vault/own';
const credentialsSecretId = 'vault/psp';
const nowhere = 'nowhere';

const elsewhere = (url: string, credentials: Credentials) => ({
  url,
  credentials,
  ended: once(process, 'SIGTERM').then(() => {}),
  close: () => Promise.resolve(),
});

const tableName = (id: string): string => `vault-${id}`;

const newVaultSecret = (): string =>
  JSON.stringify({
    receipt_keys: [newSigningKey('r1')],
    fingerprint_secret: randomBytes(32).toString('base64'),
  });

/** API Gateway's answer for an unknown path. */
const notFound = () => ({
  statusCode: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Not Found"}',
});

/** Serves only the document in which cards are typed. The router serves the other files. */
const frame = ({ frame_ancestors, font_origins, docs_url }: VaultSettings): RequestListener => {
  const policy = frameAncestorsHeader([...localFrameAncestors, ...frame_ancestors]);
  const service = new URL(docs_url).origin;
  return serveFiles(
    () =>
      buildHostedFields({ service, fonts: [...localFontOrigins, ...font_origins] })
        .filter(({ name }) => name.startsWith('frame.'))
        .map(({ name, ...file }) => ({ path: `/fields/v1/${name}`, ...file })),
    () => ({ 'content-security-policy': policy }),
  );
};

/** Reports which function failed, never the message: it may contain input. */
const report = (functionName: string, error: unknown): void => {
  const stack = error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : [];
  process.stderr.write(`${functionName}: ${stack?.slice(0, 8).join('|')}\n`);
};

await main();
