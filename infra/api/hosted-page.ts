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
import { acceptedLanguage, buildHostedPages, pageHeaders } from '../../clients/browser/build-page.ts';
import { hostedPageOf } from '../base/hosted-page-of.ts';
import type { Environment } from '../environments.ts';
import { forAll } from './for-all.ts';
import type { PublicFile } from './upload-public-files.ts';

/** The page at which a session is paid: one file for each language. None if the environment has no page. */
export const hostedPageFiles = (environment: Environment): readonly PublicFile[] => {
  const page = hostedPageOf(environment);
  if (!page) return [];
  const served = { type: 'text/html; charset=utf-8', cache: pageHeaders['cache-control'] };
  return buildHostedPages(page, environment.vault?.url).map((file) => ({ ...file, ...served }));
};

/** Every path below `/pay` is the file of the browser's language. No page may show it in a frame. */
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
    comment: 'Finds the page of all sessions in the language of the browser',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(
      [
        'function handler(event) {',
        "  var header = event.request.headers['accept-language'];",
        `  var found = ${acceptedLanguage}.exec(header ? header.value : '');`,
        "  event.request.uri = '/pay/' + (found ? found[1].toLowerCase() : 'en') + '.html';",
        '  return event.request;',
        '}',
      ].join('\n'),
    ),
  });
