import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildHostedFields, type HostedFieldsFile } from '../../clients/browser/build.ts';
import { buildHostedPages, pageHeaders } from '../../clients/browser/build-page.ts';
import { frameAncestorsHeader } from '../../clients/browser/frame-ancestors.ts';
import { hostedPageOf } from '../../infra/base/hosted-page-of.ts';
import type { Environment } from '../../infra/environments.ts';
import { docsPages, docsPolicy } from '../../local/docs/pages/docs-pages.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { type Assembly, type Resource, resourcesOf } from './assembly.ts';
import { assetDirectory } from './asset-of.ts';

type Upload = {
  readonly SourceObjectKeys: readonly [string];
  readonly DestinationBucketKeyPrefix?: string;
  readonly Prune: boolean;
  readonly SystemMetadata: Readonly<Record<string, string>>;
};

type Behavior = {
  readonly PathPattern: string;
  readonly ResponseHeadersPolicyId: { readonly Ref: string };
  readonly TargetOriginId: string;
};

/** The distribution serves the card fields as the local server does: the same files, types, cache times and headers. */
export const describeHostedFields = (environment: Environment, synthesized: () => Assembly): void =>
  describe('card fields', () => {
    let assembly: Assembly;
    let files: readonly HostedFieldsFile[];

    beforeAll(() => {
      assembly = synthesized();
      files = buildHostedFields();
    });

    const properties = (type: string) =>
      resourcesOf(assembly.stacks.payments, type).map(
        ([, resource]: readonly [string, Resource]) => resource.Properties,
      );
    const all = () => properties('Custom::CDKBucketDeployment') as unknown as readonly Upload[];
    const uploads = () =>
      all().filter(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === 'fields/v1');
    const distribution = () =>
      properties('AWS::CloudFront::Distribution')[0]?.DistributionConfig as {
        readonly CacheBehaviors: readonly Behavior[];
        readonly Origins: readonly { readonly Id: string }[];
      };

    /** What a browser gets with a file: what it is stored with, and what the behaviour of its path adds. */
    const sentWith = (name: string): Readonly<Record<string, string>> => {
      const stored = uploads().find(({ SourceObjectKeys: [key] }) =>
        readdirSync(assetDirectory(assembly, key)).includes(name),
      );
      const path = `/${stored?.DestinationBucketKeyPrefix}/${name}`;
      const behavior = distribution().CacheBehaviors.find(({ PathPattern }) =>
        new RegExp(`^${PathPattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path),
      );
      const policy = assembly.stacks.payments.Resources[String(behavior?.ResponseHeadersPolicyId.Ref)];
      return {
        ...stored?.SystemMetadata,
        ...headersOf(policy?.Properties.ResponseHeadersPolicyConfig as Policy),
      };
    };

    test('are the files as built, with their headers, for the pages of the environment only', () => {
      expect(files.length).toBeGreaterThan(3);
      for (const { name, headers } of files) {
        const sent = sentWith(name);
        expect({ name, ...sent }).toMatchObject({ name, ...headers });
        expect(sent['access-control-allow-origin']).toBe(headers['access-control-allow-origin']);
        if (name.endsWith('.html'))
          expect(sent['content-security-policy']).toBe(frameAncestorsHeader(environment.frame_ancestors));
        expect(sent['strict-transport-security']).toBe('max-age=63072000');
      }
    });

    test('are uploaded as built, and none that a page may have pinned is removed', () => {
      const uploaded = uploads().flatMap(({ SourceObjectKeys: [key], DestinationBucketKeyPrefix, Prune }) => {
        expect([DestinationBucketKeyPrefix, Prune]).toEqual(['fields/v1', false]);
        const directory = assetDirectory(assembly, key);
        return readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))] as const);
      });
      expect(new Map(uploaded)).toEqual(new Map(files.map(({ name, content }) => [name, content])));
      expect(uploaded).toHaveLength(files.length);
    });

    test('are beside the documentation that errors lead to: every page and what it loads, with its type and policy', () => {
      const served = all().flatMap(
        ({ SourceObjectKeys: [key], DestinationBucketKeyPrefix: folder, SystemMetadata }) =>
          readdirSync(assetDirectory(assembly, key)).map((name) => [
            `/${[folder, name].filter(Boolean).join('/')}`,
            SystemMetadata['content-type'],
          ]),
      );
      const docs = served.filter(([path]) => String(path).startsWith('/docs'));
      const pages = Object.entries(docsPages()).map(([path, { type }]) => [path, type]);
      expect(docs.toSorted()).toEqual(pages.toSorted());
      expect(docs.map(([path]) => path)).toContain('/docs/errors');
      for (const pattern of ['/docs', '/docs/*']) {
        const behavior = distribution().CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern);
        const policy = assembly.stacks.payments.Resources[String(behavior?.ResponseHeadersPolicyId.Ref)];
        expect(headersOf(policy?.Properties.ResponseHeadersPolicyConfig as Policy)).toMatchObject({
          'content-security-policy': docsPolicy,
          'x-content-type-options': 'nosniff',
        });
      }
    });

    test('are beside the hosted page, if there is one: one file for each language, which no page may frame', () => {
      const pages = all().filter(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === 'pay');
      const page = hostedPageOf(environment);
      expect(pages).toHaveLength(page ? 1 : 0);
      const [stored] = pages;
      if (!page || !stored) return;
      const directory = assetDirectory(assembly, stored.SourceObjectKeys[0]);
      const stored_pages = readdirSync(directory).map((name) => [
        `/pay/${name}`,
        readFileSync(join(directory, name)),
      ]);
      expect(Object.fromEntries(stored_pages)).toEqual(
        Object.fromEntries(buildHostedPages(page).map(({ path, content }) => [path, content])),
      );
      expect(stored.SystemMetadata).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
      const behavior = distribution().CacheBehaviors.find(({ PathPattern }) => PathPattern === '/pay/*');
      const policy = assembly.stacks.payments.Resources[String(behavior?.ResponseHeadersPolicyId.Ref)];
      const { 'x-frame-options': _, 'cache-control': cache, ...headers } = pageHeaders;
      expect(headersOf(policy?.Properties.ResponseHeadersPolicyConfig as Policy)).toMatchObject(headers);
      expect(stored.SystemMetadata['cache-control']).toBe(cache);
      const finder = properties('AWS::CloudFront::Function').find(({ Name }) =>
        String(Name).endsWith('-hosted-page-path'),
      );
      const find = new Function(`${finder?.FunctionCode}; return handler`)() as (event: object) => {
        readonly uri: string;
      };
      const pageFor = (value?: string): string =>
        find({
          request: { uri: '/pay/cs_1', headers: value === undefined ? {} : { 'accept-language': { value } } },
        }).uri;
      for (const [accepted, language] of acceptedLanguages)
        expect([accepted, pageFor(accepted)]).toEqual([accepted, `/pay/${language}.html`]);
      expect(pageFor()).toBe('/pay/en.html');
    });

    test('are in a bucket that only the distribution reads', () => {
      const [bucket] = properties('AWS::S3::Bucket').filter(
        ({ LifecycleConfiguration }) => !LifecycleConfiguration,
      );
      expect(bucket).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      });
      const statements = properties('AWS::S3::BucketPolicy').flatMap(
        ({ PolicyDocument }) =>
          (PolicyDocument as { readonly Statement: readonly { readonly Effect: string }[] }).Statement,
      );
      // The bucket of exports lets nobody in.
      expect(statements.filter(({ Effect }) => Effect === 'Allow')).toMatchObject([
        {
          Action: 's3:GetObject',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
        },
      ]);
    });

    test('reveal no client address and no secret to the bucket', () => {
      const { CacheBehaviors, Origins } = distribution();
      for (const { TargetOriginId } of CacheBehaviors) {
        const origin = Origins.find(({ Id }) => Id === TargetOriginId);
        expect(origin).toMatchObject({ S3OriginConfig: expect.anything() });
        expect(origin).not.toHaveProperty('OriginCustomHeaders');
      }
    });
  });

type Policy = {
  readonly CustomHeadersConfig: {
    readonly Items: readonly { readonly Header: string; readonly Value: string }[];
  };
  readonly CorsConfig?: { readonly AccessControlAllowOrigins: { readonly Items: readonly string[] } };
  readonly SecurityHeadersConfig: {
    readonly ContentSecurityPolicy?: { readonly ContentSecurityPolicy: string };
    readonly ContentTypeOptions?: object;
    readonly ReferrerPolicy: { readonly ReferrerPolicy: string };
    readonly StrictTransportSecurity: { readonly AccessControlMaxAgeSec: number };
  };
};

const headersOf = ({ CustomHeadersConfig, CorsConfig, SecurityHeadersConfig }: Policy) => {
  const { ContentSecurityPolicy, ContentTypeOptions, ReferrerPolicy, StrictTransportSecurity } =
    SecurityHeadersConfig;
  const [origin] = CorsConfig?.AccessControlAllowOrigins.Items ?? [];
  return {
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
    ...(origin && { 'access-control-allow-origin': origin }),
    ...(ContentSecurityPolicy && { 'content-security-policy': ContentSecurityPolicy.ContentSecurityPolicy }),
    ...(ContentTypeOptions && { 'x-content-type-options': 'nosniff' }),
    'referrer-policy': ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${StrictTransportSecurity.AccessControlMaxAgeSec}`,
  };
};
