import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FirstCall, FirstCallOrder } from '../programs/first-call.ts';
import { measuredPsp } from '../support/api.ts';
import { type MeasuredService, withoutSettings } from '../support/start-service.ts';

/** A bundle whose handler is called once in each fresh process, with a new event each time. */
export type Target = {
  readonly bundle: string;
  readonly event: () => Promise<unknown>;
  readonly status: number | undefined;
};

const run = promisify(execFile);
const program = fileURLToPath(new URL('../programs/first-call.ts', import.meta.url));

/** One fresh process. Throws where the handler did not answer as it should: a refusal would be fast. */
export const runFirstCall = async (
  service: MeasuredService,
  target: Target,
  { record }: { readonly record: boolean },
): Promise<FirstCall> => {
  const { environment, psps } = service;
  const order: FirstCallOrder = {
    bundle: target.bundle,
    event: await target.event(),
    ...(record && { services: originsOf(service) }),
  };
  const { stdout } = await run(process.execPath, [program], {
    env: {
      ...withoutSettings(),
      ...environment,
      BENCH_STRIPE_URL: psps[measuredPsp],
      BENCH_FIRST_CALL: JSON.stringify(order),
    },
  });
  const first: FirstCall = JSON.parse(stdout);
  const status = (first.result as { readonly statusCode?: number } | null)?.statusCode;
  if (status !== target.status)
    throw new Error(`${target.bundle} answered ${status}, not ${target.status}: ${stdout}`);
  return first;
};

const originsOf = ({ environment, psps }: MeasuredService): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...Object.entries(psps).map(([psp, url]) => [url, psp]),
    [environment.AWS_ENDPOINT_URL_APPCONFIG, 'appconfig'],
  ]);
