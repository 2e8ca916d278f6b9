import { requireVariable } from './environment.ts';
import { signedCall } from './signed-call.ts';

/**
 * Starts a function without waiting for its end: Lambda keeps the event and runs it. `variable` holds the function and its alias, such as
 * `payments-dev-deliver-events:live`. Throws if Lambda did not accept it.
 */
export const startFunction = async (variable: string, event: object): Promise<void> => {
  const [name = '', alias = ''] = requireVariable(variable).split(':');
  const response = await signedCall({
    service: 'lambda',
    path: `/2015-03-31/functions/${name}/invocations`,
    query: { Qualifier: alias },
    headers: { 'content-type': 'application/json', 'x-amz-invocation-type': 'Event' },
    body: JSON.stringify(event),
  });
  if (response.kind !== 'answered') throw new Error(`Lambda was not reached: ${response.cause}`);
  if (response.status !== 202) throw new Error(`Lambda answered ${response.status}`);
};
