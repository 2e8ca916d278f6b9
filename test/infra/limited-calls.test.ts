import { expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { limitCallsOn } from '../../infra/api/limited-calls.ts';
import { environments } from '../../infra/environments.ts';
import { recoveryDeadLetters } from '../../infra/triggers/recovery-schedule.ts';
import { loneStack } from './lone-stack.ts';

test('a change of the limits that fails, or comes too late to be true, is kept and rings', () => {
  const stack = loneStack('payments-prod');
  const metric = new Metric({ namespace: 'n', metricName: 'm' });
  const alarm = new Alarm(stack, 'alarm', { metric, threshold: 1, evaluationPeriods: 1 });
  const deadLetters = recoveryDeadLetters(stack);
  const api = new CfnApi(stack, 'api', { name: 'api', protocolType: 'HTTP' });
  limitCallsOn(stack, environments.prod, { api, key: undefined, alarm, deadLetters });
  const template = Template.fromStack(stack);
  const queue = { 'Fn::GetAtt': [expect.stringMatching(/^recoverydeadletters/), 'Arn'] };
  expect(Object.values(template.findResources('AWS::Lambda::EventInvokeConfig'))).toMatchObject([
    {
      Properties: { MaximumEventAgeInSeconds: 300, DestinationConfig: { OnFailure: { Destination: queue } } },
    },
  ]);
  template.hasResourceProperties('AWS::IAM::ManagedPolicy', {
    PolicyDocument: Match.objectLike({
      Statement: Match.arrayWith([Match.objectLike({ Action: 'sqs:SendMessage' })]),
    }),
  });
});
