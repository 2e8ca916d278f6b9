import { tables } from '../../lib/storage/tables.ts';
import { nights_here } from '../alarms/nights-here.ts';
import { needsOf } from '../function-needs.ts';
import { type CostLine, costLine } from './cost-line.ts';
import {
  closedPspsCalls,
  configurationCalls,
  event_writes,
  healthCalls,
  item_kb,
  list_writes,
  log_bytes,
  said_writes,
  steadySeries,
  tableCalls,
} from './payment-calls.ts';
import { free, prices } from './prices.ts';

const gbOf = (name: string): number => needsOf(name).memory_mb / 1024;

/** Values that cannot be counted here: how long others take, and how often things happen. */
export const assumptions = {
  /** A PSP's answer to an authorisation or a refund. */
  psp_ms: 800,
  /** A function's own time besides that, generous for 512 MB. */
  own_ms: 30,
  memory_gb: gbOf('confirm-checkout-session'),
  /** The probe waits for the slowest PSP's answer to a read, over a new connection. */
  probe_ms: 600,
  probe_gb: 0.125,
  /** Share of calls with a cold start, and how long that is billed. */
  cold: 0.01,
  /** Share of those that begin while another process asks AppConfig, and so receive the rules themselves. */
  cold_alone: 0.01,
  /** New documents of rules a month: publishes, steps of rollouts, rollbacks. */
  rule_changes: 100,
  /** The shared AppConfig session with its token, as an item. */
  session_kb: 2,
  init_ms: 300,
  refunds: 0.05,
  /** Webhooks from the PSP per payment, and reads of the session's state. */
  webhooks: 1,
  retrieves: 1,
  /** A webhook reads the charge, which already records what it says. */
  webhook_reads: 1,
  webhook_writes: 0,
  response_kb: 2,
  /** The card fields' script and the longest language's frame, compressed, once per payment. */
  fields_requests: 2,
  fields_kb: 24,
  access_log_bytes: 350,
  /** Keys, filter attributes, and the 100 bytes that DynamoDB adds. */
  list_entry_kb: 0.3,
  /** A movement's row, kept for ever. */
  movement_kb: 0.6,
  /** Three accounts share the payments; their metrics beyond the free ten, and the rare ones for one hour in twenty. */
  accounts: 3,
  rare_series: 20,
  rare: 0.05,
  /** Environments warm all month, each reading its secrets every ten minutes, and the key once per read. */
  warm_environments: 12,
  /** Stream batches per payment, and how long one takes. Lambda reads streams for free. */
  batches: 4,
  /** Windows with counts, per payment, if a million are spread over a month of 525,600 windows. Each adds a batch, and a write of each counter. */
  windows: 0.53,
  /** Three accounts in four currencies, stored once a minute. */
  detector_kb: 8,
  batch_ms: 30,
  batch_gb: gbOf('record-events'),
  secrets_each: 2,
  /** Those of them that create and confirm, called in every ten seconds. */
  paying_environments: 4,
} as const;

const { psp_ms, own_ms, init_ms, cold, memory_gb, refunds, webhooks, retrieves } = assumptions;
/** What stays of a payment: session, charge and movement, and their entries in lists. */
const kept_kb = 2 * item_kb + assumptions.movement_kb;
const listed_kb = (list_writes + 1) * assumptions.list_entry_kb;
const requests = 1 + 1 + retrieves + webhooks + refunds;

/** A million payments without a firewall, line by line. */
export const perMillionPayments = (): readonly CostLine[] => {
  const { batch_ms, batch_gb, windows } = assumptions;
  const batches = assumptions.batches + windows;
  const gb_seconds =
    ((requests * (own_ms + cold * init_ms) + (1 + refunds) * psp_ms) / 1000) * memory_gb +
    (batches * batch_ms * batch_gb) / 1000;
  const { reads, writes } = tableUnits();
  const log_kb = (log_bytes + requests * assumptions.access_log_bytes) / 1000;
  return [
    per(
      'CloudFront requests',
      requests,
      prices.cloudfront_requests_per_million + prices.cloudfront_function_per_million,
    ),
    per(
      'CloudFront to clients, GB',
      (requests * assumptions.response_kb) / 1000,
      prices.cloudfront_gb_out * 1000,
    ),
    per(
      'Card fields, CloudFront requests',
      assumptions.fields_requests,
      prices.cloudfront_requests_per_million,
    ),
    per('Card fields to browsers, GB', assumptions.fields_kb / 1000, prices.cloudfront_gb_out * 1000),
    ...givenByCloudFront(),
    per('HTTP API requests', requests, prices.http_api_requests_per_million),
    per('Lambda requests', requests + batches, prices.lambda_requests_per_million),
    per('Lambda GB-seconds', gb_seconds, prices.lambda_gb_second_arm64 * 1_000_000),
    per('DynamoDB write units', writes, prices.dynamodb_write_units_per_million),
    per('DynamoDB read units', reads, prices.dynamodb_read_units_per_million),
    per('AppConfig polls', polls / 1_000_000, prices.configuration_polls_per_million),
    costLine('AppConfig configurations received', received, prices.configuration_received),
    per('Logs, GB', log_kb / 1000, prices.logs_gb * 1000),
    costLine('Custom metrics for a month', paidSeries(), prices.metric_month),
    per('Secret calls', secretCalls / 1_000_000, prices.secret_calls_per_million),
    per('Key calls', (secretCalls + tableKeyCalls) / 1_000_000, prices.key_calls_per_million),
    per(
      'Records kept and backed up for a month, GB',
      kept_kb / 1000,
      (prices.dynamodb_gb_month + prices.dynamodb_backup_gb_month) * 1000,
    ),
    per('Entries of lists kept for a month, GB', listed_kb / 1000, prices.dynamodb_gb_month * 1000),
  ];
};

/** The extra cost of a million payments that have been backed up each night for a month, here and in another account. Backups are whole. */
export const perMillionBackedUp = (nights_there: number): readonly CostLine[] => {
  const gb = (kept_kb + listed_kb) / 1000;
  return [
    per(`Nights kept here, ${nights_here}, GB`, nights_here * gb, prices.copied_gb_month * 1000),
    per(
      `Nights kept in the other account, ${nights_there}, GB`,
      nights_there * gb,
      prices.copied_gb_month * 1000,
    ),
  ];
};

/** The extra cost of a million payments with AWS WAF in front of them. */
export const perMillionScreened = (): readonly CostLine[] => [
  per('Firewall requests', requests + assumptions.fields_requests, prices.waf_requests_per_million),
];

/** The extra cost of a million payments, line by line, if their sessions carry this much data. Each value that lists look up adds an entry. */
export const perMillionSaid = (): readonly CostLine[] => [
  per('Order reference: an entry of a list', 1, prices.dynamodb_write_units_per_million),
  per('Order reference: whether another session has it', 0.5, prices.dynamodb_read_units_per_million),
  per('Customer’s email: an entry of a list', 1, prices.dynamodb_write_units_per_million),
  per(
    'Customer and billing address: a session over 1 KB',
    said_writes.customer_and_billing,
    prices.dynamodb_write_units_per_million,
  ),
  per(
    'Shipping, descriptor and exemption too: over 1 KB from its creation',
    said_writes.everything - said_writes.customer_and_billing,
    prices.dynamodb_write_units_per_million,
  ),
];

/** The free part of the four lines before, if nothing else in the account uses CloudFront. */
const givenByCloudFront = (): readonly CostLine[] => {
  const { fields_requests, response_kb, fields_kb } = assumptions;
  const million_requests = Math.min(free.cloudfront_million_requests, requests + fields_requests);
  const million_functions = Math.min(free.cloudfront_million_functions, requests);
  const gb_out = Math.min(free.cloudfront_gb_out, requests * response_kb + fields_kb);
  return [
    per('CloudFront’s free allowance, requests', -million_requests, prices.cloudfront_requests_per_million),
    per('CloudFront’s free allowance, functions', -million_functions, prices.cloudfront_function_per_million),
    per('CloudFront’s free allowance, GB', -gb_out / 1000, prices.cloudfront_gb_out * 1000),
  ];
};

/** `amount` of something per payment, at this many dollars per million. */
const per = costLine;

/** A month's metrics, shared by a million payments. */
const paidSeries = (): number =>
  assumptions.accounts * steadySeries.perAccount.length +
  steadySeries.once.length +
  assumptions.rare_series * assumptions.rare -
  free.metrics;

/** Per month. */
const minutes = 43_800;
const ten_minutes = 4_380;
const secretCalls = assumptions.warm_environments * assumptions.secrets_each * ten_minutes;
/** Each table requests its key every five minutes. */
const tableKeyCalls = tables.length * 2 * ten_minutes;

/** AppConfig allows a session four polls a minute; warm processes look as often whether somebody has polled. */
const looks_a_minute = 4;
const polls = minutes * looks_a_minute * configurationCalls.poll.polls;
/** A million sessions are created. */
const cold_starts = 1_000_000 * assumptions.cold;
const received =
  assumptions.rule_changes + cold_starts * (assumptions.cold_alone + configurationCalls.cold.received);

/** Table units of the rules, per payment. */
const rulesUnits = (): { readonly reads: number; readonly writes: number } => {
  const looks = assumptions.warm_environments * minutes * looks_a_minute * configurationCalls.due.reads;
  return {
    reads: (looks + cold_starts * configurationCalls.cold.reads) / 1_000_000,
    writes: (polls * configurationCalls.poll.writes * assumptions.session_kb) / 1_000_000,
  };
};

/** Of which PSPs are closed, per payment. */
const closedPspsReads = (): number => {
  const seconds = assumptions.paying_environments * minutes * 60;
  // Both functions have cold starts.
  return (closedPspsCalls.reads * (seconds / closedPspsCalls.every_s + 2 * cold_starts)) / 1_000_000;
};

/**
 * Transactions are billed twice. A claim enters the recovery index and a settlement leaves it, one write each; the entries of lists are written once.
 * A merchant's own reference and a customer's address add one write each.
 */
const tableUnits = (): { readonly reads: number; readonly writes: number } => {
  const times = { ...tableTimes };
  let reads = webhooks * assumptions.webhook_reads;
  let writes = webhooks * assumptions.webhook_writes;
  for (const [name, calls] of Object.entries(tableCalls)) {
    const often = times[name as keyof typeof tableCalls];
    reads += often * calls.reads;
    writes += often * item_kb * (calls.writes + 2 * calls.transaction_items);
  }
  const indexWrites = 2 * (1 + refunds);
  // A refund's row is written with its index entry, and changes once.
  const listWrites = list_writes + 3 * refunds;
  const eventWrites = event_writes.payment + event_writes.refund * refunds;
  const { windows, detector_kb } = assumptions;
  const hourWrites = windows;
  const healthWrites =
    windows * healthCalls.window_writes + (minutes / 1_000_000) * healthCalls.stored * detector_kb;
  const ofRules = rulesUnits();
  reads += windows * healthCalls.fold_reads + ofRules.reads + closedPspsReads();
  writes += indexWrites + listWrites + eventWrites + hourWrites + healthWrites + ofRules.writes;
  return { reads, writes };
};

const tableTimes: Readonly<Record<keyof typeof tableCalls, number>> = {
  'create-checkout-session': 1,
  'confirm-checkout-session': 1,
  'retrieve-checkout-session': retrieves,
  'refund-charge': refunds,
  'expire-checkout-session': 0,
};
