import { reducedLimits, stageLimits } from '../api/stage-limits.ts';
import type { Environment } from '../environments.ts';
import type { Vault } from '../vaults.ts';
import { type CostLine, costLine, together } from './cost-line.ts';
import { assumptions } from './cost-model.ts';
import { prices } from './prices.ts';

/** How a call without a valid key gets here: through the distribution, or at the gateway's own address. */
type Way = 'in front' | 'direct';

/** A refused call is over after its token, or its way, was looked at. */
const refused_ms = 5;
/** The function's own line. A call that did not come through the distribution has none. */
const line_bytes = 300;

/** A million calls that are refused: 401 through the distribution, 403 at the gateway's own address. */
export const perMillionRefused = (way: Way): readonly CostLine[] => [
  ...(way === 'in front'
    ? [
        costLine(
          'CloudFront requests',
          1,
          prices.cloudfront_requests_per_million + prices.cloudfront_function_per_million,
        ),
      ]
    : []),
  costLine('HTTP API requests', 1, prices.http_api_requests_per_million),
  costLine('Lambda requests', 1, prices.lambda_requests_per_million),
  costLine(
    'Lambda GB-seconds',
    (refused_ms / 1000) * assumptions.memory_gb,
    prices.lambda_gb_second_arm64 * 1_000_000,
  ),
  costLine(
    'Logs, GB',
    (assumptions.access_log_bytes + (way === 'in front' ? line_bytes : 0)) / 1_000_000,
    prices.logs_gb * 1000,
  ),
];

/** The most that a day of refused calls can cost in a vault, whose stage has one limit. */
export const vaultDayOfRefusals = ({ throttle }: Pick<Vault, 'throttle'>): number => dayOf(throttle.rate);

/** The most that a day of refused calls can cost: every limit of the stage used up all day. `reduced`: while the alarm `calls-refused` rings. */
export const dayOfRefusals = (
  { throttle }: Pick<Environment, 'throttle'>,
  state: 'usual' | 'reduced',
): number => {
  const { DefaultRouteSettings, RouteSettings } = (state === 'usual' ? stageLimits : reducedLimits)({
    throttle,
  });
  const limits = [DefaultRouteSettings, ...Object.values(RouteSettings)];
  return dayOf(limits.reduce((sum, { ThrottlingRateLimit }) => sum + ThrottlingRateLimit, 0));
};

const dayOf = (calls_a_second: number): number =>
  ((calls_a_second * 86_400) / 1_000_000) * together(perMillionRefused('in front'));
