import { setTimeout } from 'node:timers/promises';
import type { CodeCount } from '../../lib/psp/findings.ts';
import { awsCall } from '../aws/aws-call.ts';
import type { Environment } from '../environments.ts';

/** Functions that receive a PSP's answers. */
const receiving = [
  'confirm-checkout-session',
  'complete-authentication',
  'receive-psp-webhook',
  'recover-charges',
  'refresh-charge',
];

/** For CloudWatch Logs Insights; the dashboard shows the same. */
export const unmappedQuery =
  'filter event = "code_unlisted" | stats count() as declines by psp, code | sort declines desc';

export const receivingLogs = ({ name }: Pick<Environment, 'name'>): readonly string[] =>
  receiving.map((each) => `/payments/${name}/${each}`);

const week_s = 7 * 86_400;
const tries = 40;
const pause_ms = 500;

type Row = readonly { readonly field: string; readonly value: string }[];

/** Codes of the last seven days, from the functions' logs; undefined if these credentials may not read them, or no answer comes in time. */
export const unmappedCodes = async (
  environment: Pick<Environment, 'name'>,
): Promise<readonly CodeCount[] | undefined> => {
  const now = Math.floor(Date.now() / 1000);
  const started = await logs('StartQuery', {
    logGroupNames: receivingLogs(environment),
    startTime: now - week_s,
    endTime: now,
    queryString: unmappedQuery,
    limit: 100,
  });
  if (typeof started?.queryId !== 'string') return undefined;
  for (let left = tries; left > 0; left--) {
    const reply = await logs('GetQueryResults', { queryId: started.queryId });
    if (reply === undefined) return undefined;
    if (reply.status === 'Complete') return (reply.results as readonly Row[]).map(read);
    if (reply.status !== 'Running' && reply.status !== 'Scheduled') return undefined;
    await setTimeout(pause_ms);
  }
  return undefined;
};

const read = (row: Row): CodeCount => {
  const of = (name: string): string => row.find(({ field }) => field === name)?.value ?? '';
  return { psp: of('psp'), code: of('code'), count: Number(of('declines')) };
};

const logs = async (target: string, body: object): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const { ok, text } = await awsCall({
    service: 'logs',
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Logs_20140328.${target}` },
    body: JSON.stringify(body),
  });
  return ok ? JSON.parse(text) : undefined;
};
