import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deployedTemplate } from '../../infra/aws/deployed-template.ts';
import { startAwsServer } from '../../local/aws/start-aws-server.ts';
import { emulateAccount } from './emulated-account.ts';

const account = emulateAccount();
let aws: Awaited<ReturnType<typeof startAwsServer>>;
beforeAll(async () => {
  aws = await startAwsServer(account.serve, {});
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: aws.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterAll(() => aws.close());

const template = { Resources: { a: { Type: 'AWS::SQS::Queue', Properties: { text: `<"é" & 'ü'>` } } } };

test.each([
  ['CREATE_COMPLETE', template],
  ['UPDATE_ROLLBACK_COMPLETE', template],
  // A first deploy failed: what it wanted is not there.
  ['ROLLBACK_COMPLETE', {}],
  ['REVIEW_IN_PROGRESS', {}],
])('a stack that is %s', async (status, expected) => {
  account.stacks.set('us-east-1/payments-dev', { status, template });
  expect(await deployedTemplate('payments-dev')).toEqual(expected);
});

test('no stack', async () => {
  expect(await deployedTemplate('payments-none')).toEqual({});
});
