import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { acknowledge, acknowledgeWildcard } from '../base/acknowledgements.ts';
import { logGroup } from '../base/log-group.ts';
import { serviceOfThisAccount } from '../base/service-of-this-account.ts';
import type { Environment } from '../environments.ts';

/** A file in the bucket, at the path below the origin where it is served. */
export type PublicFile = {
  readonly path: string;
  readonly content: Buffer;
  readonly type: string;
  readonly cache: string;
};

/**
 * Uploads the files to the bucket in each deploy that changes them, each with its type and cache time; never removes any. CDK does this with its own
 * function, which here gets our role.
 */
export const uploadPublicFiles = (
  stack: Stack,
  environment: Pick<Environment, 'name' | 'log_retention_days' | 'protected'>,
  key: IKey | undefined,
  bucket: IBucket,
  files: readonly PublicFile[],
): void => {
  const logs = logGroup(stack, environment, uploader, key);
  const groups = alikeIn(files).map((group) => ({ ...group, asset: assetOf(stack, group) }));
  const { role, policy } = uploaderRole(stack, logs, bucket, groups[0]?.asset.bucket);
  const pinned: BucketDeployment[] = [];
  for (const [index, { id, folder, type, cache, asset }] of groups.entries()) {
    const upload = new BucketDeployment(stack, id, {
      sources: [Source.bucket(asset.bucket, asset.s3ObjectKey)],
      destinationBucket: bucket,
      ...(folder !== '' && { destinationKeyPrefix: folder }),
      contentType: type,
      cacheControl: [CacheControl.fromString(cache)],
      prune: false,
      outputObjectKeys: false,
      role: role.withoutPolicyUpdates(),
      logGroup: logs,
    });
    upload.node.addDependency(policy);
    // The first files, because a page may ask at once for what a script names.
    if (isPinned(cache)) pinned.push(upload);
    else upload.node.addDependency(...pinned);
    // All uploads share one function, so the later ones' layers would be unused.
    if (index > 0) upload.node.tryRemoveChild('AwsCliLayer');
  }
  for (const child of stack.node.children)
    if (child.node.id.startsWith('Custom::CDKBucketDeployment')) acknowledge(child, 'uploaderOfCdk');
};

/**
 * Objects are named by their content, so a policy that named them would change in every deploy a moment before it is used, and IAM takes longer than
 * that to propagate. So it names the prefix and the bucket of the assembly's files.
 */
const uploaderRole = (
  stack: Stack,
  logs: LogGroup,
  bucket: IBucket,
  assets: IBucket | undefined,
): { readonly role: Role; readonly policy: ManagedPolicy } => {
  const role = new Role(stack, `${uploader}-role`, {
    assumedBy: serviceOfThisAccount(stack, 'lambda'),
  });
  const objects = bucket.arnForObjects('*');
  const files = assets ? [assets.arnForObjects('*')] : [];
  const policy = new ManagedPolicy(stack, `${uploader}-policy`, {
    roles: [role],
    statements: [
      allow('ReadAssemblyFiles', ['s3:GetObject'], files),
      allow('CompareWhatIsThere', ['s3:ListBucket'], [bucket.bucketArn]),
      allow('PutPublicFiles', ['s3:PutObject'], [objects]),
      allow('WriteOwnLogs', ['logs:CreateLogStream', 'logs:PutLogEvents'], [logs.logGroupArn]),
    ],
  });
  for (const resource of [objects, ...files]) acknowledgeWildcard(policy, 'namedByContent', resource);
  return { role, policy };
};

const uploader = 'upload-card-fields';
const hostedFieldsFolder = 'fields/v1';

type Alike = {
  readonly id: string;
  readonly folder: string;
  readonly type: string;
  readonly cache: string;
  readonly files: readonly PublicFile[];
};

/** One upload gives all its objects the same folder, type and cache time. */
const alikeIn = (files: readonly PublicFile[]): readonly Alike[] => {
  const groups = Map.groupBy(files, ({ path, type, cache }) => [folderOf(path), type, cache].join('\n'));
  return [...groups].map(([key, alike]) => {
    const [folder = '', type = '', cache = ''] = key.split('\n');
    const kind = `${type.split(/[/;]/)[1]}-${isPinned(cache) ? 'pinned' : 'latest'}`;
    const of = folder === hostedFieldsFolder ? '' : `${folder || 'root'}-`;
    return { id: `${uploader}-${of}${kind}`, folder, type, cache, files: alike };
  });
};

/** Its name changes with its content. */
const isPinned = (cache: string): boolean => cache.includes('immutable');

const folderOf = (path: string): string => path.split('/').slice(1, -1).join('/');

const assetOf = (stack: Stack, { id, files }: Alike): Asset => {
  const directory = mkdtempSync(join(tmpdir(), 'card-fields-'));
  for (const { path, content } of files) writeFileSync(join(directory, basename(path)), content);
  const asset = new Asset(stack, `${id}-files`, { path: directory });
  // By now the assembly has its own copy.
  rmSync(directory, { recursive: true });
  return asset;
};

const allow = (sid: string, actions: string[], resources: string[]): PolicyStatement =>
  new PolicyStatement({ sid, actions, resources });
