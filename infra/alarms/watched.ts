import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

/** The resources that alarms watch. */
export type Watched = {
  readonly api: CfnApi;
  readonly deadLetters: Queue;
};
