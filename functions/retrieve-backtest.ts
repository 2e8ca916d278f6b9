import { readBacktest } from '../lib/config/run-backtest.ts';
import { renderBacktest } from '../lib/http/render-backtest.ts';
import { retrieveBacktest } from '../lib/http/routes.ts';
import { backtestPorts } from '../lib/runtime/backtest-ports.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { ApiError } from '../lib/types/api-error.ts';

export const handler = endpoint(retrieveBacktest, undefined, async ({ path: { id }, may }) => {
  // Rows of other kinds have ids of other forms.
  const found = /^bt_\w{1,64}$/.test(id) ? await readBacktest(backtestPorts(), id) : undefined;
  if (!found)
    throw new ApiError(
      'resource_missing',
      `There is no backtest ${id.slice(0, 64)}. Backtests are kept for 30 days.`,
      { param: 'id' },
    );
  return { json: renderBacktest(found, may) };
});
