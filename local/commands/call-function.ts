import { signedCall } from '../../lib/runtime/signed-call.ts';

/** Longer than any function runs that is called so. */
const answer_ms = 65_000;

/**
 * Calls a function of a deployed environment, or of the service whose variables this process has, and waits for what it returns. Throws if it was
 * not reached or has failed.
 */
export const callFunction = async (
  environment: string | undefined,
  name: string,
  event: object,
): Promise<unknown> => {
  const called = environment === undefined ? name : `payments-${environment}-${name}`;
  const response = await signedCall({
    service: 'lambda',
    path: `/2015-03-31/functions/${called}/invocations`,
    query: { Qualifier: 'live' },
    headers: { 'content-type': 'application/json', 'x-amz-invocation-type': 'RequestResponse' },
    body: JSON.stringify(event),
    timeout_ms: answer_ms,
  });
  if (response.kind !== 'answered')
    throw new Error(`The function ${called} did not answer: ${response.cause}.`);
  if (response.status !== 200 || response.headers['x-amz-function-error'] !== undefined)
    throw new Error(`The function ${called} failed: ${response.status} ${response.body}`);
  return JSON.parse(response.body);
};
