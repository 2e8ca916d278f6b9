import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { acknowledge } from '../base/acknowledgements.ts';

export type ExportsBucket = { readonly name: string };

const kept = Duration.days(7);

/** The files of exports, each for a week. Only the worker writes to it, and only a link reads from it. */
export const exportsBucket = (stack: Stack, key: IKey | undefined): ExportsBucket => {
  const bucket = new Bucket(stack, 'exports', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [{ expiration: kept, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  acknowledge(bucket, 'filesOfAWeek');
  if (!key) acknowledge(bucket, 'filesUnderKeyOfAws');
  return { name: bucket.bucketName };
};
