import type { Stack } from 'aws-cdk-lib';
import {
  type BehaviorOptions,
  CachePolicy,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { buildHostedPage, pageHeaders } from '../clients/browser/build-page.ts';
import type { Environment } from './environments.ts';
import { forAll } from './for-all.ts';
import { hostedPageOf } from './hosted-page-of.ts';
import type { PublicFile } from './upload-public-files.ts';

const file = '/pay/index.html';

/** The page at which a session is paid: one file for every session. None if the environment has no page. */
export const hostedPageFiles = (environment: Environment): readonly PublicFile[] => {
  const page = hostedPageOf(environment);
  if (!page) return [];
  const content = buildHostedPage(page, environment.vault?.url);
  return [{ path: file, content, type: 'text/html; charset=utf-8', cache: pageHeaders['cache-control'] }];
};

/** Every path below `/pay` is that file. No page may show it in a frame. */
export const hostedPage = (
  stack: Stack,
  environment: Environment,
  origin: BehaviorOptions['origin'],
): Readonly<Record<string, BehaviorOptions>> =>
  hostedPageOf(environment)
    ? {
        '/pay/*': {
          origin,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          responseHeadersPolicy: headersPolicy(stack, environment),
          functionAssociations: [
            { eventType: FunctionEventType.VIEWER_REQUEST, function: toFile(stack, environment) },
          ],
        },
      }
    : {};

const headersPolicy = (stack: Stack, { name }: Environment): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(stack, 'hosted-page-headers', {
    responseHeadersPolicyName: `payments-${name}-${stack.region}-hosted-page`,
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'cross-origin-resource-policy',
          value: pageHeaders['cross-origin-resource-policy'],
          override: true,
        },
      ],
    },
    securityHeadersBehavior: {
      ...forAll,
      contentSecurityPolicy: {
        contentSecurityPolicy: pageHeaders['content-security-policy'],
        override: true,
      },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
  });

const toFile = (stack: Stack, { name }: Environment): CloudFrontFunction =>
  new CloudFrontFunction(stack, 'hosted-page-path', {
    functionName: `payments-${name}-${stack.region}-hosted-page-path`,
    comment: 'Finds the one page of all sessions',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(
      ['function handler(event) {', `  event.request.uri = '${file}';`, '  return event.request;', '}'].join(
        '\n',
      ),
    ),
  });
