import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FirstCall, FirstCallOrder } from '../programs/first-call.ts';
import { measuredPsp } from '../support/api.ts';
import { bundle } from '../support/bundle.ts';
import { type MeasuredService, withoutSettings } from '../support/start-service.ts';

/** A bundle whose handler is called once in each fresh process, with a new event each time. */
export type Target = {
  readonly bundle: string;
  readonly event: () => Promise<unknown>;
  readonly status: number | undefined;
};

export type FirstCallOptions = { readonly count: boolean };

/** One fresh process. Throws if the handler did not answer as it should: a refusal would be fast. */
export type RunFirstCall = (target: Target, options: FirstCallOptions) => Promise<FirstCall>;

const run = promisify(execFile);

/**
 * Compiles the program of the fresh processes into `folder` once: a process that first strips types would start its measurement with the garbage of
 * that.
 */
export const firstCallRunner = ({ environment, psps }: MeasuredService, folder: string): RunFirstCall => {
  const program = `${folder}/first-call.mjs`;
  bundle(fileURLToPath(new URL('../programs/first-call.ts', import.meta.url)), program, 'plain');
  return async (target, { count }) => {
    const order: FirstCallOrder = { bundle: target.bundle, event: await target.event(), count };
    const { stdout } = await run(process.execPath, [program], {
      maxBuffer: 1 << 26,
      env: {
        ...withoutSettings(),
        ...environment,
        // Nothing is in front of them here.
        ORIGIN_PROOFS: '',
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
};
