import { HeadersReferrerPolicy, type ResponseSecurityHeadersBehavior } from 'aws-cdk-lib/aws-cloudfront';
import { strictTransportSecurity } from './strict-transport-security.ts';

/** Headers of every answer from the origin's own files. */
export const forAll: ResponseSecurityHeadersBehavior = {
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
  strictTransportSecurity,
};
