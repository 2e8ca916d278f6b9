import { Duration, type Stack } from 'aws-cdk-lib';
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { originSecretHeader } from '../../lib/http/came-through-front.ts';
import { clientAddressHeader } from '../../lib/http/client-address.ts';
import { receivePspWebhook } from '../../lib/http/routes.ts';
import { acknowledge } from '../base/acknowledgements.ts';
import type { OriginProof } from '../data/origin-proof.ts';
import type { Environment } from '../environments.ts';
import { webAclArn } from './edge-stack.ts';
import { errorsNotKept } from './errors-not-kept.ts';
import { hostedFields } from './hosted-fields.ts';
import { ownDomain } from './own-domain.ts';
import { strictTransportSecurity } from './strict-transport-security.ts';

/** The one origin for browsers and servers: TLS, firewall, security headers, and the client's address in a header that clients cannot set. */
export const distribution = (
  stack: Stack,
  environment: Environment,
  api: CfnApi,
  { proof, key }: { readonly proof: OriginProof; readonly key: IKey | undefined },
): Front => {
  const { domain } = environment;
  const { behaviors, files } = hostedFields(stack, environment, key);
  const toApi = apiBehavior(stack, api, {
    policy: securityHeaders(stack, environment),
    address: clientAddress(stack, environment),
  });
  const front = new Distribution(stack, 'distribution', {
    comment: `payments-${environment.name}`,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...(environment.firewall && { webAclId: webAclArn(stack, environment) }),
    ...ownDomain(stack, domain),
    additionalBehaviors: behaviors,
    defaultBehavior: toApi(proof),
    errorResponses: errorsNotKept,
  });
  acknowledge(front, 'worldwideWithoutLogs');
  if (!domain) acknowledge(front, 'cloudFrontsOwnName');
  if (!environment.firewall) acknowledge(front, 'withoutFirewall');
  const ownName = front.distributionDomainName;
  return { publicUrl: `https://${domain?.name ?? ownName}`, ownName, files, toApi };
};

export type Front = {
  readonly publicUrl: string;
  /** What a CNAME record of the domain points to. */
  readonly ownName: string;
  /** The public files, for the console's distribution, which serves others of them. */
  readonly files: BehaviorOptions['origin'];
  /** How calls get to the API, with the proof of a distribution. */
  readonly toApi: (proof: OriginProof) => BehaviorOptions;
};

const apiBehavior =
  (
    stack: Stack,
    api: CfnApi,
    { policy, address }: { readonly policy: ResponseHeadersPolicy; readonly address: CloudFrontFunction },
  ): Front['toApi'] =>
  (proof) => ({
    origin: new HttpOrigin(`${api.ref}.execute-api.${stack.region}.${stack.urlSuffix}`, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // Longer than the gateway's own 30 s, so that its answer arrives first; one attempt, because a POST may have taken effect.
      readTimeout: Duration.seconds(40),
      connectionAttempts: 1,
      customHeaders: { [originSecretHeader]: proof.sent },
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    responseHeadersPolicy: policy,
    functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: address }],
  });

/** Overwrites any value that the client sent under this name. A webhook that declares too large a size stops here; the function counts for itself. */
const clientAddress = (stack: Stack, environment: Environment): CloudFrontFunction =>
  new CloudFrontFunction(stack, 'client-address', {
    functionName: `payments-${environment.name}-${stack.region}-client-address`,
    comment: 'Tells the functions the address of the client',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(
      [
        'function handler(event) {',
        `  var length = event.request.headers['content-length'];`,
        `  if (event.request.uri.startsWith('${webhooks}') && length && Number(length.value) > ${receivePspWebhook.max_body})`,
        "    return { statusCode: 413, statusDescription: 'Content Too Large' };",
        `  event.request.headers['${clientAddressHeader}'] = { value: event.viewer.ip };`,
        '  return event.request;',
        '}',
      ].join('\n'),
    ),
  });

const webhooks = receivePspWebhook.path.replace('{psp}', '');

/** For API answers, which no browser should display. */
export const securityHeaders = (
  stack: Stack,
  environment: Pick<Environment, 'name'>,
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(stack, 'security-headers', {
    responseHeadersPolicyName: `payments-${environment.name}-${stack.region}-api`,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        // The page of a return has a policy of its own, no wider than its style.
        override: false,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity,
    },
  });
