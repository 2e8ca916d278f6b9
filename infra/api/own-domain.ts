import type { Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type DistributionProps, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront';
import type { Environment } from '../environments.ts';

/** A distribution's own name with its certificate. Nothing if it has none: then CloudFront's is used. */
export const ownDomain = (
  stack: Stack,
  domain: Environment['domain'],
  certificate = 'certificate',
): Pick<DistributionProps, 'domainNames' | 'certificate' | 'minimumProtocolVersion'> =>
  domain
    ? {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(stack, certificate, domain.certificate_arn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }
    : {};
