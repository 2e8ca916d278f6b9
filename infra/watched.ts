import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

/** The resources that alarms watch, and the key that encrypts their messages. */
export type Watched = {
  readonly api: CfnApi;
  readonly deadLetters: Queue;
  readonly key: IKey | undefined;
};
