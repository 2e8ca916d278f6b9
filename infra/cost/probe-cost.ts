import { type CostLine, costLine } from './cost-line.ts';
import { assumptions } from './cost-model.ts';
import { prices } from './prices.ts';

/** It reads the PSPs' secret every ten minutes, with its key if the environment has one. */
const secret_reads = 0.1;

/** One call of the probe, to whom it calls: the gateway and the function that refuses it, in dollars. */
export const probedCall =
  (prices.http_api_requests_per_million + prices.lambda_requests_per_million) / 1_000_000 +
  (assumptions.own_ms / 1000) * assumptions.memory_gb * prices.lambda_gb_second_arm64;

/**
 * The cost of a million minutes of the probe: it, and the function that refuses its call. CloudFront's part is within the allowance of every account.
 */
export const perMillionProbes = ({
  own_key,
  screened,
}: {
  readonly own_key: boolean;
  readonly screened: boolean;
}): readonly CostLine[] => {
  const { probe_ms, probe_gb, own_ms, memory_gb } = assumptions;
  return [
    costLine('Starts', 1, prices.schedules_per_million + prices.lambda_requests_per_million),
    costLine(
      'Requests: HTTP API, Lambda',
      1,
      prices.http_api_requests_per_million + prices.lambda_requests_per_million,
    ),
    ...(screened ? [costLine('Firewall requests', 1, prices.waf_requests_per_million)] : []),
    costLine(
      'Lambda GB-seconds',
      (probe_ms * probe_gb + own_ms * memory_gb) / 1000,
      prices.lambda_gb_second_arm64 * 1_000_000,
    ),
    costLine('Secret calls', secret_reads, prices.secret_calls_per_million),
    ...(own_key ? [costLine('Key calls', secret_reads, prices.key_calls_per_million)] : []),
  ];
};
