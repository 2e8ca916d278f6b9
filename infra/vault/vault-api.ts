import { ArnFormat, Duration, type Stack } from 'aws-cdk-lib';
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { frameAncestorsHeader } from '../../clients/browser/frame-ancestors.ts';
import { collectCardRoute } from '../../lib/http/vault-routes.ts';
import { securityHeaders } from '../api/distribution.ts';
import { errorsNotKept } from '../api/errors-not-kept.ts';
import { forAll } from '../api/for-all.ts';
import { cardFields, hostedFieldsPath, privateBucket } from '../api/hosted-fields.ts';
import { accessLogFields } from '../api/http-api.ts';
import { ownDomain } from '../api/own-domain.ts';
import { uploadPublicFiles } from '../api/upload-public-files.ts';
import { acknowledge } from '../base/acknowledgements.ts';
import { logGroup } from '../base/log-group.ts';
import type { PaymentFunction } from '../lambda/payment-function.ts';
import type { Vault } from '../vaults.ts';

/** The vault's public part: the frame in which the card is typed, and the call that takes it. */
export const vaultApi = (
  stack: Stack,
  vault: Vault,
  key: IKey,
  collect: PaymentFunction,
): { readonly publicUrl: string; readonly api: CfnApi } => {
  const api = collectApi(stack, vault, key, collect);
  const bucket = privateBucket(stack);
  const served = cardFields({ service: vault.router.url, fonts: vault.font_origins ?? [] }).filter(
    ({ path }) => path.startsWith(frames),
  );
  uploadPublicFiles(stack, vault, key, bucket, served);
  const front = new Distribution(stack, 'distribution', {
    comment: `payments-${vault.name}`,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...ownDomain(stack, vault.domain),
    additionalBehaviors: { [`${frames}*`]: frameBehavior(stack, vault, bucket) },
    errorResponses: errorsNotKept,
    defaultBehavior: {
      origin: new HttpOrigin(`${api.ref}.execute-api.${stack.region}.${stack.urlSuffix}`, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(15),
        connectionAttempts: 1,
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: securityHeaders(stack, vault),
    },
  });
  acknowledge(front, 'worldwideWithoutLogs');
  acknowledge(front, 'vaultWithoutFirewall');
  if (!vault.domain) acknowledge(front, 'cloudFrontsOwnName');
  return { publicUrl: `https://${vault.domain?.name ?? front.distributionDomainName}`, api };
};

/** One document for each language, which contains its script and style. */
const frames = `/${hostedFieldsPath}/frame.`;

const frameBehavior = (stack: Stack, vault: Vault, bucket: IBucket) => ({
  origin: S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new S3OriginAccessControl(stack, 'card-fields-access', {
      originAccessControlName: `payments-${vault.name}-${stack.region}-card-fields`,
    }),
  }),
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  responseHeadersPolicy: new ResponseHeadersPolicy(stack, 'card-frame-headers', {
    responseHeadersPolicyName: `payments-${vault.name}-${stack.region}-card-frame`,
    customHeadersBehavior: {
      customHeaders: [{ header: 'cross-origin-resource-policy', value: 'cross-origin', override: true }],
    },
    securityHeadersBehavior: {
      ...forAll,
      contentSecurityPolicy: {
        contentSecurityPolicy: frameAncestorsHeader([vault.router.url, ...vault.frame_ancestors]),
        override: true,
      },
    },
  }),
});

/** One route. No CORS, since the frame has the same origin. */
const collectApi = (stack: Stack, vault: Vault, key: IKey, { live }: PaymentFunction): CfnApi => {
  const api = new CfnApi(stack, 'api', { name: `payments-${vault.name}`, protocolType: 'HTTP' });
  const { method, path } = collectCardRoute;
  const through = new CfnIntegration(stack, 'collect-integration', {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: live.functionArn,
    payloadFormatVersion: '2.0',
    timeoutInMillis: 12_000,
  });
  const route = new CfnRoute(stack, 'collect-route', {
    apiId: api.ref,
    routeKey: `${method} ${path}`,
    target: `integrations/${through.ref}`,
    authorizationType: 'NONE',
  });
  acknowledge(route, 'tokensCheckedInFunction');
  new CfnPermission(stack, 'collect from the api', {
    action: 'lambda:InvokeFunction',
    functionName: live.functionArn,
    principal: 'apigateway.amazonaws.com',
    sourceArn: stack.formatArn({
      service: 'execute-api',
      resource: api.ref,
      resourceName: `*/${method}${path}`,
    }),
  });
  const logs = logGroup(stack, vault, 'access', key);
  new CfnStage(stack, 'default-stage', {
    apiId: api.ref,
    stageName: '$default',
    autoDeploy: true,
    defaultRouteSettings: {
      throttlingRateLimit: vault.throttle.rate,
      throttlingBurstLimit: vault.throttle.burst,
    },
    accessLogSettings: {
      destinationArn: stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logs.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
      format: JSON.stringify(accessLogFields),
    },
  }).node.addDependency(route);
  return api;
};
