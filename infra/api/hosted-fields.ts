import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import {
  type BehaviorOptions,
  CachePolicy,
  type ResponseHeadersCorsBehavior,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { buildHostedFields, type Origins } from '../../clients/browser/build.ts';
import { frameAncestorsHeader } from '../../clients/browser/frame-ancestors.ts';
import { docsPolicy } from '../../local/docs/pages/docs-pages.ts';
import { acknowledge } from '../base/acknowledgements.ts';
import { hostedPageOf } from '../base/hosted-page-of.ts';
import type { Environment } from '../environments.ts';
import { consoleFiles } from './console-files.ts';
import { forAll } from './for-all.ts';
import { hostedPage, hostedPageFiles } from './hosted-page.ts';
import { publicDocs } from './public-docs.ts';
import { type PublicFile, uploadPublicFiles } from './upload-public-files.ts';

/**
 * Files that the distribution serves itself, from a bucket that only it can read: the card fields' frame and scripts, the hosted page, and the
 * documentation that errors link to. Pages of any origin may load and check the scripts; the environment's origins may show the frame. Each has a headers policy of its
 * own, as the API's answers have, because their content security policies differ: five of the twenty that CloudFront allows an account.
 */
export const hostedFields = (stack: Stack, environment: Environment, key: IKey | undefined): HostedFields => {
  const bucket = privateBucket(stack);
  const { vault, font_origins: fonts = [] } = environment;
  const from = { fonts, ...(vault && { vault: vault.url }) };
  uploadPublicFiles(stack, environment, key, bucket, [
    ...cardFields(from),
    ...publicDocs(),
    ...hostedPageFiles(environment),
    ...consoleFiles(environment),
  ]);
  const origin = S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new S3OriginAccessControl(stack, 'card-fields-access', {
      originAccessControlName: `payments-${environment.name}-${stack.region}-card-fields`,
    }),
  });
  const served = (id: string, headers: ResponseHeadersPolicyProps): BehaviorOptions => ({
    origin,
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    responseHeadersPolicy: new ResponseHeadersPolicy(stack, `${id}-headers`, {
      responseHeadersPolicyName: `payments-${environment.name}-${stack.region}-${id}`,
      customHeadersBehavior: {
        customHeaders: [{ header: 'cross-origin-resource-policy', value: 'cross-origin', override: true }],
      },
      ...headers,
    }),
  });
  const docs = served('docs', {
    securityHeadersBehavior: {
      ...forAll,
      contentSecurityPolicy: { contentSecurityPolicy: docsPolicy, override: true },
    },
  });
  const behaviors = {
    '/docs': docs,
    '/docs/*': docs,
    [`/${hostedFieldsPath}/*.js`]: served('card-scripts', {
      securityHeadersBehavior: forAll,
      corsBehavior: readableByAll,
    }),
    [`/${hostedFieldsPath}/*`]: served('card-frame', {
      securityHeadersBehavior: {
        ...forAll,
        contentSecurityPolicy: {
          contentSecurityPolicy: frameAncestorsHeader(ancestorsOf(environment)),
          override: true,
        },
      },
    }),
    ...hostedPage(stack, environment, origin),
  };
  return { behaviors, files: origin };
};

export type HostedFields = {
  readonly behaviors: Readonly<Record<string, BehaviorOptions>>;
  /** The bucket, for another distribution. */
  readonly files: BehaviorOptions['origin'];
};

export const hostedFieldsPath = 'fields/v1';

/** The hosted page is at the frame's own origin, unless there is a vault. */
const ancestorsOf = (environment: Environment): readonly string[] => {
  const own = hostedPageOf(environment) ? ["'self'"] : [];
  return [...new Set([...own, ...environment.frame_ancestors])];
};

export const cardFields = (origins: Origins): readonly PublicFile[] =>
  buildHostedFields(origins).map(({ name, content, headers }) => ({
    path: `/${hostedFieldsPath}/${name}`,
    content,
    type: headers['content-type'] ?? '',
    cache: headers['cache-control'] ?? '',
  }));

/** Not encrypted with our own key: its files go to every shopper. Old scripts stay, for pages that have pinned them. */
export const privateBucket = (stack: Stack): IBucket => {
  const bucket = new Bucket(stack, 'card-fields', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  acknowledge(bucket, 'publicScripts');
  return bucket as IBucket;
};

const readableByAll: ResponseHeadersCorsBehavior = {
  accessControlAllowOrigins: ['*'],
  accessControlAllowMethods: ['GET', 'HEAD'],
  accessControlAllowHeaders: ['*'],
  accessControlAllowCredentials: false,
  originOverride: true,
};
