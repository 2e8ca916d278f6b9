import { storage } from './dynamodb.ts';
import { required } from './environment.ts';
import { createTransport } from './transport.ts';

const timeout_ms = 3_000;

/**
 * Starts a function and does not wait for its end: Lambda keeps the event and runs it. `variable` names the function and its alias, as
 * `payments-dev-deliver-events:live`. For one call no SDK client is bundled: the request is signed with the storage client's signer. Throws if Lambda
 * did not take it.
 */
export const startFunction = async (variable: string, event: object): Promise<void> => {
  const [name = '', alias = ''] = required(variable).split(':');
  const { config } = storage().client;
  const [signer, region] = await Promise.all([config.signer(), config.region()]);
  const base = new URL(process.env.AWS_ENDPOINT_URL_LAMBDA ?? `https://lambda.${region}.amazonaws.com`);
  const path = `${base.pathname.replace(/\/$/, '')}/2015-03-31/functions/${name}/invocations`;
  const body = JSON.stringify(event);
  const { headers } = await signer.sign(
    {
      method: 'POST',
      protocol: base.protocol,
      hostname: base.hostname,
      path,
      query: { Qualifier: alias },
      headers: {
        host: base.host,
        'content-type': 'application/json',
        'x-amz-invocation-type': 'Event',
      },
      body,
    },
    { signingService: 'lambda' },
  );
  http ??= createTransport();
  const url = `${base.origin}${path}?Qualifier=${alias}`;
  const answer = await http({ method: 'POST', url, headers, body, timeout_ms });
  if (answer.kind !== 'answered') throw new Error(`Lambda was not reached: ${answer.cause}`);
  if (answer.status !== 202) throw new Error(`Lambda answered ${answer.status}`);
};

let http: ReturnType<typeof createTransport> | undefined;
