import { type CostLine, costLine } from './cost-line.ts';
import { assumptions } from './cost-model.ts';
import { deliveryCalls } from './payment-calls.ts';
import { prices } from './prices.ts';

/** How long a merchant's server takes to answer. */
const endpoint_ms = 300;
const worker_gb = 0.25;
/** A due delivery is in the index while it is due: one write in, one out. */
const indexWrites = 2;
const log_bytes = 400;

/** A million events sent to one endpoint, each alone in its batch; in larger batches they share the worker's start, its lease and its queries. */
export const perMillionDeliveries = (): readonly CostLine[] => [
  costLine('Lambda requests, and the calls that start them', 1, prices.lambda_requests_per_million),
  costLine(
    'Lambda GB-seconds',
    ((endpoint_ms + assumptions.own_ms + assumptions.cold * assumptions.init_ms) / 1000) * worker_gb,
    prices.lambda_gb_second_arm64 * 1_000_000,
  ),
  costLine(
    'DynamoDB write units',
    deliveryCalls.writes + indexWrites,
    prices.dynamodb_write_units_per_million,
  ),
  costLine(
    'DynamoDB read units',
    deliveryCalls.reads + 0.5 * deliveryCalls.queries,
    prices.dynamodb_read_units_per_million,
  ),
  costLine('Logs, GB', log_bytes / 1_000_000, prices.logs_gb * 1000),
];
