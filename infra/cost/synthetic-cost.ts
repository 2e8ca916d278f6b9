import { type CostLine, costLine } from './cost-line.ts';
import { assumptions } from './cost-model.ts';
import { closedPspsCalls, configurationCalls, type TableCalls, tableCalls } from './payment-calls.ts';
import { prices } from './prices.ts';

export type SyntheticPayment = {
  readonly calls: readonly (keyof typeof tableCalls)[];
  /** From the PSP: for the payment and for its refund. */
  readonly webhooks: number;
  /** Calls that wait for a PSP. */
  readonly at_psp: number;
  /** Every function has a cold start and reads each part of the secrets that it uses. */
  readonly secret_calls: number;
  /** For each table's key, each secret's and the parameter's. */
  readonly key_calls: number;
};

/** Paid with a test card and refunded; if cards are real, created and expired. */
export const syntheticPayments = {
  paid: {
    calls: ['create-checkout-session', 'confirm-checkout-session', 'refund-charge'],
    webhooks: 2,
    at_psp: 2,
    secret_calls: 8,
    key_calls: 14,
  },
  expired: {
    calls: ['create-checkout-session', 'expire-checkout-session'],
    webhooks: 0,
    at_psp: 0,
    secret_calls: 5,
    key_calls: 9,
  },
} as const satisfies Readonly<Record<string, SyntheticPayment>>;

const asksWhoIsClosed = (name: string): boolean =>
  name === 'create-checkout-session' || name === 'confirm-checkout-session';

/**
 * The cost of a million payments that the environment makes itself, line by line. Each finds that the rules are due, so the process that creates its
 * session polls for them.
 */
export const perMillionSynthetic = (
  kind: keyof typeof syntheticPayments,
  screened = false,
): readonly CostLine[] => {
  const { calls, webhooks, at_psp, secret_calls, key_calls }: SyntheticPayment = syntheticPayments[kind];
  const { init_ms, own_ms, psp_ms, memory_gb, webhook_reads, webhook_writes, session_kb } = assumptions;
  const { cold, poll } = configurationCalls;
  const requests = calls.length + webhooks;
  const called_ms = calls.length * (init_ms + own_ms) + at_psp * psp_ms;
  const payer_gb = memory_gb / 2;
  const gb_ms =
    called_ms * memory_gb +
    (called_ms + init_ms + own_ms) * payer_gb +
    webhooks * (init_ms + own_ms) * memory_gb;
  const each = calls.map((name): TableCalls => tableCalls[name]);
  const writes = sum(each, ({ writes, transaction_items }) => writes + 2 * transaction_items);
  return [
    costLine('Starts', 1, prices.schedules_per_million + prices.lambda_requests_per_million),
    costLine(
      'Requests: CloudFront, HTTP API, Lambda',
      requests,
      prices.cloudfront_requests_per_million +
        prices.cloudfront_function_per_million +
        prices.http_api_requests_per_million +
        prices.lambda_requests_per_million,
    ),
    ...(screened ? [costLine('Firewall requests', requests, prices.waf_requests_per_million)] : []),
    costLine('Lambda GB-seconds', gb_ms / 1000, prices.lambda_gb_second_arm64 * 1_000_000),
    costLine(
      'DynamoDB write units',
      writes + webhooks * webhook_writes + poll.writes * session_kb,
      prices.dynamodb_write_units_per_million,
    ),
    costLine(
      'DynamoDB read units',
      sum(each, ({ reads }) => reads) +
        webhooks * webhook_reads +
        cold.reads +
        calls.filter(asksWhoIsClosed).length * closedPspsCalls.reads,
      prices.dynamodb_read_units_per_million,
    ),
    costLine('AppConfig polls', poll.polls, prices.configuration_polls_per_million),
    costLine('Secret calls', secret_calls, prices.secret_calls_per_million),
    costLine('Key calls', key_calls, prices.key_calls_per_million),
  ];
};

const sum = (calls: readonly TableCalls[], of: (one: TableCalls) => number): number =>
  calls.reduce((all, one) => all + of(one), 0);
