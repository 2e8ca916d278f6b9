import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readStored } from '../support/read-stored.ts';
import { writeDurably } from '../support/write-durably.ts';
import { AwsError } from './aws-error.ts';
import { type AwsServer, type AwsServerOptions, startAwsServer } from './start-aws-server.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

export type SecretsManagerOptions = AwsServerOptions & {
  /** Keeps the secrets in `secrets.json` there, readable only by its owner; in memory if undefined. */
  readonly dataDir?: string;
  /** Secrets by id, used if none with that id is stored yet. After `#`, an id may name a staging label of its own. */
  readonly secrets?: Readonly<Record<string, string>>;
};

export type SecretsManager = AwsServer & {
  /** Makes `value` the current version and the former current one the previous; does nothing if it is already current. */
  readonly rotate: (id: string, value: string) => void;
  /** The current version. */
  readonly read: (id: string) => string | undefined;
};

type Version = { readonly id: string; readonly value: string; readonly created: number };
/** Newest first: `AWSCURRENT`, `AWSPREVIOUS`, and older ones without a label. */
type Secrets = Readonly<Record<string, readonly Version[]>>;

/** AWS Secrets Manager's `GetSecretValue` on the JSON 1.1 wire. */
export const startSecretsManager = async (options: SecretsManagerOptions = {}): Promise<SecretsManager> => {
  const file = options.dataDir === undefined ? undefined : join(options.dataDir, 'secrets.json');
  if (options.dataDir !== undefined) mkdirSync(options.dataDir, { recursive: true });
  let secrets: Secrets = (file === undefined ? undefined : readStored(file)) ?? {};

  const rotate = (id: string, value: string): void => {
    const versions = secrets[id] ?? [];
    if (versions[0]?.value === value) return;
    const version = { id: randomUUID(), value, created: Math.floor(Date.now() / 1_000) };
    secrets = { ...secrets, [id]: [version, ...versions] };
    if (file !== undefined) writeDurably(file, JSON.stringify(secrets));
  };
  for (const [id, value] of Object.entries(options.secrets ?? {})) if (!secrets[id]) rotate(id, value);

  const server = await startAwsServer((request) => {
    const target = request.headers['x-amz-target'];
    if (target !== 'secretsmanager.GetSecretValue')
      throw new AwsError('UnknownOperationException', 400, `${target} is not served here`);
    return getSecretValue(secrets, request);
  }, options);
  return { ...server, rotate, read: (id) => secrets[id]?.[0]?.value };
};

type GetRequest = { readonly SecretId?: string; readonly VersionId?: string; readonly VersionStage?: string };

const getSecretValue = (secrets: Secrets, { body }: WireRequest): WireAnswer => {
  const { SecretId = '', VersionId, VersionStage } = parse(body);
  const name = SecretId.replace(/^arn:aws:secretsmanager:[^:]*:[^:]*:secret:/, '');
  const own = VersionStage === undefined || VersionStage.startsWith('AWS') ? undefined : VersionStage;
  const versions = secrets[own === undefined ? name : `${name}#${own}`] ?? [];
  const stages = versions.map((_, index) =>
    (own === undefined ? ['AWSCURRENT', 'AWSPREVIOUS'] : [own]).slice(index, index + 1),
  );
  const index =
    VersionId === undefined
      ? stages.findIndex(([stage]) => stage === (VersionStage ?? 'AWSCURRENT'))
      : versions.findIndex(({ id }) => id === VersionId);
  const version = versions[index];
  if (!version)
    throw new AwsError('ResourceNotFoundException', 400, "Secrets Manager can't find the specified secret.");
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify({
      ARN: `arn:aws:secretsmanager:local:000000000000:secret:${name}`,
      Name: name,
      SecretString: version.value,
      VersionId: version.id,
      VersionStages: stages[index],
      CreatedDate: version.created,
    }),
  };
};

const parse = (body: Buffer): GetRequest => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new AwsError('SerializationException', 400, 'The body is not JSON');
  }
};
