import { ArnFormat, Duration, type Stack } from 'aws-cdk-lib';
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Environment } from '../environments.ts';
import { inlineFunction } from '../lambda/inline-function.ts';
import { sendDeadLetters } from '../triggers/run-every.ts';
import { reducedLimits, stageLimits } from './stage-limits.ts';

type Limited = {
  readonly api: CfnApi;
  readonly key: IKey | undefined;
  readonly alarm: Alarm;
  readonly deadLetters: Queue;
};

/**
 * Takes fewer calls while an alarm rings (`docs/operate.md`, `calls-refused`). The function may change the limits of this stage and nothing else. A
 * change that fails is kept and rings: until somebody makes it, the stage has the wrong limits. None is made after the alarm may have changed again.
 */
export const limitCallsOn = (
  stack: Stack,
  environment: Environment,
  { api, key, alarm, deadLetters }: Limited,
): void => {
  const limiter = inlineFunction(stack, environment, key, {
    name: 'limit-calls',
    variables: {
      API: api.ref,
      REDUCED: JSON.stringify(reducedLimits(environment)),
      USUAL: JSON.stringify(stageLimits(environment)),
    },
    statements: [
      new PolicyStatement({
        sid: 'LimitOneStage',
        actions: ['apigateway:PATCH'],
        // The stage's name as it is, and as the address of the call spells it.
        resources: ['$default', '%24default'].map((stage) => stageArn(stack, api, stage)),
      }),
      sendDeadLetters(deadLetters),
    ],
  });
  limiter.configureAsyncInvoke({
    maxEventAge: Duration.minutes(5),
    onFailure: new SqsDestination(deadLetters),
  });
  const action = new LambdaAction(limiter as IFunction);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
};

const stageArn = (stack: Stack, api: CfnApi, stage: string): string =>
  stack.formatArn({
    service: 'apigateway',
    account: '',
    resource: '/apis',
    resourceName: `${api.ref}/stages/${stage}`,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
