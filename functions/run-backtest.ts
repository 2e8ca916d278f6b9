import type { Context } from 'aws-lambda';
import { runBacktest } from '../lib/config/run-backtest.ts';
import { backtestWorkerPorts } from '../lib/runtime/backtest-ports.ts';
import { clock } from '../lib/runtime/clock.ts';

/** The worker of a backtest. Started when a backtest is requested, and when one whose worker has stopped is read. */
export const handler = async (
  { backtest }: { readonly backtest: string },
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const deadline = clock.now() + context.getRemainingTimeInMillis();
  await runBacktest(backtestWorkerPorts(deadline), backtest);
};
