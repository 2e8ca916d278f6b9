import { Duration } from 'aws-cdk-lib';
import type { ResponseHeadersStrictTransportSecurity } from 'aws-cdk-lib/aws-cloudfront';

/** Two years, for everything the origin serves. */
export const strictTransportSecurity: ResponseHeadersStrictTransportSecurity = {
  accessControlMaxAge: Duration.days(730),
  includeSubdomains: true,
  override: true,
};
