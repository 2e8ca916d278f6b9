import type { Context } from 'aws-lambda';
import { runBacktest } from '../lib/config/run-backtest.ts';
import { backtestWorkerPorts } from '../lib/edge/backtest-ports.ts';
import { clock } from '../lib/edge/clock.ts';

/** The worker of a backtest. Asking for one starts it, and so does reading one that has stopped. */
export const handler = async (
  { backtest }: { readonly backtest: string },
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const deadline = clock.now() + context.getRemainingTimeInMillis();
  await runBacktest(backtestWorkerPorts(deadline), backtest);
};
