import { CfnOutput, type Stack } from 'aws-cdk-lib';
import {
  type BehaviorOptions,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HttpVersion,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { consolePolicy } from '../../clients/console/build-console.ts';
import type { ConsoleSettings } from '../../lib/http/console-settings.ts';
import { acknowledge } from '../base/acknowledgements.ts';
import { originProof } from '../data/origin-proof.ts';
import type { Environment } from '../environments.ts';
import type { Front } from './distribution.ts';
import { consoleWebAclArn } from './edge-stack.ts';
import { errorsNotKept } from './errors-not-kept.ts';
import { forAll } from './for-all.ts';
import { ownDomain } from './own-domain.ts';

/**
 * The console's own distribution: its pages, and the API with a proof of its own, so that nothing on the customers' origin can use its cookies. Returns
 * what every function knows of it; undefined if the environment has no console.
 */
export const consoleFront = (
  stack: Stack,
  environment: Environment,
  front: Front,
  maker: IFunction,
): ConsoleSettings | undefined => {
  const { console } = environment;
  if (console === undefined) return undefined;
  const proof = originProof(stack, environment, maker, 'console-proof');
  const own = new Distribution(stack, 'console', {
    comment: `payments-${environment.name} console`,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...(environment.firewall && { webAclId: consoleWebAclArn(stack, environment) }),
    ...ownDomain(stack, console.domain, 'console-certificate'),
    defaultBehavior: pages(stack, environment, front.files),
    additionalBehaviors: { '/v1/*': front.toApi(proof) },
    errorResponses: errorsNotKept,
  });
  acknowledge(own, 'worldwideWithoutLogs');
  if (!console.domain) acknowledge(own, 'cloudFrontsOwnName');
  if (!environment.firewall) acknowledge(own, 'withoutFirewall');
  const url = `https://${console.domain?.name ?? own.distributionDomainName}`;
  new CfnOutput(stack, 'ConsoleUrl', { value: url, description: 'Where people sign in' });
  if (console.domain)
    new CfnOutput(stack, 'ConsoleCnameTarget', {
      value: own.distributionDomainName,
      description: `What a CNAME record of ${console.domain.name} points to`,
    });
  return { url, proofs: proof.accepted, keys: console.keys };
};

/** Each deploy may replace the files, so none is kept here for longer than its own headers say. */
const pages = (
  stack: Stack,
  environment: Environment,
  origin: BehaviorOptions['origin'],
): BehaviorOptions => ({
  origin,
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  responseHeadersPolicy: new ResponseHeadersPolicy(stack, 'console-headers', {
    responseHeadersPolicyName: `payments-${environment.name}-${stack.region}-console`,
    customHeadersBehavior: {
      customHeaders: [{ header: 'cross-origin-resource-policy', value: 'same-origin', override: true }],
    },
    securityHeadersBehavior: {
      ...forAll,
      contentSecurityPolicy: { contentSecurityPolicy: consolePolicy, override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
  }),
  functionAssociations: [
    { eventType: FunctionEventType.VIEWER_REQUEST, function: toPage(stack, environment) },
  ],
});

/** One document for all of the console's addresses. Nothing else of the bucket is served here. */
const toPage = (stack: Stack, { name }: Environment): CloudFrontFunction =>
  new CloudFrontFunction(stack, 'console-path', {
    functionName: `payments-${name}-${stack.region}-console-path`,
    comment: 'Finds the document of the console',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(
      [
        'function handler(event) {',
        '  var request = event.request;',
        "  if (!request.uri.startsWith('/console/'))",
        "    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/console/' } } };",
        "  if (!request.uri.startsWith('/console/assets/')) request.uri = '/console/index.html';",
        '  return request;',
        '}',
      ].join('\n'),
    ),
  });
