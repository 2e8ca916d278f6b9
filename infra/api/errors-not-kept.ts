import { Duration } from 'aws-cdk-lib';
import type { ErrorResponse } from 'aws-cdk-lib/aws-cloudfront';

/**
 * By default, CloudFront keeps these responses to a GET for ten seconds, whatever their `cache-control` and the behaviour's own policy say, and gives
 * them to everybody who asks for the path: neither token nor query counts. Source: "Control how long CloudFront caches errors".
 */
export const errorsNotKept: ErrorResponse[] = [500, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));
