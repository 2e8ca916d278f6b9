import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { functionName } from '../base/function-name.ts';
import type { Environment } from '../environments.ts';

/** A function and its alias, as `lib/runtime/start-function.ts` expects them. Some functions start themselves, so only the name is known here. */
export const startedName = (environment: Environment, name: string): string =>
  `${functionName(environment, name)}:live`;

/** The permission to start one function. */
export const startFunction = (
  stack: Stack,
  environment: Environment,
  sid: string,
  name: string,
): PolicyStatement =>
  new PolicyStatement({
    sid,
    actions: ['lambda:InvokeFunction'],
    resources: [
      stack.formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: startedName(environment, name),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
  });
