import type { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Foundation } from '../data/foundation.ts';
import type { Environment } from '../environments.ts';
import type { ExportAccess, FunctionNeeds } from '../function-needs.ts';
import { startedName, startFunction } from '../lambda/start-function.ts';
import { allow, useKey } from './function-statements.ts';

const worker = 'run-export';

export const exportVariables = (
  environment: Environment,
  { exports: access = [] }: FunctionNeeds,
  bucket: Foundation['exports'],
): Record<string, string> => ({
  ...(access.includes('start') && { EXPORT_WORKER: startedName(environment, worker) }),
  ...((access.includes('read') || access.includes('write')) && { EXPORTS_BUCKET: bucket.name }),
});

const actions: Readonly<Partial<Record<ExportAccess, { readonly s3: string[]; readonly kms: string[] }>>> = {
  read: { s3: ['s3:GetObject'], kms: ['kms:Decrypt'] },
  // S3 reads a file's parts to put them together.
  write: { s3: ['s3:PutObject'], kms: ['kms:Decrypt', 'kms:GenerateDataKey'] },
};

export const exportStatements = (
  stack: Stack,
  environment: Environment,
  { exports: access = [] }: FunctionNeeds,
  { exports, key }: Pick<Foundation, 'exports' | 'key'>,
): readonly PolicyStatement[] => [
  ...(access.includes('start') ? [startFunction(stack, environment, 'StartExportWorker', worker)] : []),
  ...access.flatMap((one) => {
    const allowed = actions[one];
    if (!allowed) return [];
    const files = stack.formatArn({
      service: 's3',
      region: '',
      account: '',
      resource: exports.name,
      resourceName: 'exp_*',
    });
    return [
      allow('ExportFiles', allowed.s3, [files]),
      ...useKey(stack, 'ExportsKey', key, 's3', allowed.kms),
    ];
  }),
];
