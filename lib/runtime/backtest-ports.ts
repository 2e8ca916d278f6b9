import type { BacktestPorts, BacktestWorkerPorts } from '../config/run-backtest.ts';
import { createBacktests } from '../storage/backtests.ts';
import { createPastSessions } from '../storage/past-sessions.ts';
import type { KeptBacktest } from '../types/backtest.ts';
import type { RoutingRule } from '../types/routing.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { pspAccounts } from './psp-accounts.ts';
import { startFunction } from './start-function.ts';

/** `BACKTEST_WORKER` names the function that runs a backtest. */
export const backtestPorts = (): BacktestPorts => ({
  backtests: createBacktests(storage()),
  clock,
  wake: (backtest) => startFunction('BACKTEST_WORKER', { backtest }),
});

/** The part of this content's latest backtest that its version stores. */
export const keptBacktestOf = async (rule: RoutingRule): Promise<KeptBacktest | undefined> => {
  const last = await createBacktests(storage()).lastOf(rule);
  if (last === undefined) return undefined;
  const { id, asked, tally } = last;
  return { id, asked, tally: { ...tally, examples: [] } };
};

/** `deadline`: Unix milliseconds. */
export const backtestWorkerPorts = (deadline: number): BacktestWorkerPorts => ({
  ...backtestPorts(),
  past: createPastSessions(storage()),
  accounts: pspAccounts(),
  deadline,
});
