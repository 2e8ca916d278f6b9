import { type AwsAnswer, awsCall } from './aws-call.ts';

/** One question to CloudFormation about a stack; undefined if there is none of that name. Throws AWS's own message if it refuses. */
export const cloudFormation = async (
  action: string,
  stack: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string | undefined> => {
  const { ok, text }: AwsAnswer = await awsCall({
    service: 'cloudformation',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ Action: action, Version: '2010-05-15', StackName: stack, ...more })),
  });
  if (!ok && !text.includes('does not exist')) throw new Error(`cloudformation: ${text.slice(0, 300)}`);
  return ok ? text : undefined;
};
