import { type CostLine, costLine, together } from './cost-line.ts';
import { idleHealthReads, recoveryQueries, steadySeries } from './payment-calls.ts';
import { free, prices } from './prices.ts';
import { perMillionProbes, probedCall } from './probe-cost.ts';
import { perMillionSynthetic } from './synthetic-cost.ts';

/** The resources in a template that are billed monthly (`standingIn`). */
export type Standing = {
  readonly keys: number;
  readonly secrets: number;
  readonly firewalls: number;
  readonly firewall_rules: number;
  readonly alarm_metrics: number;
  readonly dashboards: number;
  readonly dashboard_metrics: number;
  /** Functions that ask every minute whether everything can be reached. */
  readonly probes: number;
  /** Minutes between our own payments, 0 if there are none, and how they end. */
  readonly synthetic: { readonly minutes: number; readonly kind: Parameters<typeof perMillionSynthetic>[0] };
};

const minutes = 43_800;
const recovery_seconds = 0.1;
const recovery_gb = 0.5;
const sweep_seconds = 0.1;
const sweep_gb = 0.25;
const startOfSchedule = (prices.schedules_per_million + prices.lambda_requests_per_million) / 1_000_000;
/** DynamoDB requests the key of a table's data again after five minutes. */
const key_calls = minutes / 5;

/**
 * A month without payments: deployed resources and their upkeep. Recovery's reads include the check for open rule versions. Omits lines that cost
 * nothing.
 */
export const idleMonth = (standing: Standing): readonly CostLine[] =>
  [
    ...standingResources(standing),
    costLine(
      `Metrics written, beyond ${free.metrics}`,
      beyond(steadySeries.once.length, free.metrics),
      prices.metric_month,
    ),
    costLine('Dashboards that are not free', paidDashboards(standing), prices.dashboard_month),
    costLine('Recovery starts', minutes, startOfSchedule),
    costLine('Recovery GB-seconds', minutes * recovery_seconds * recovery_gb, prices.lambda_gb_second_arm64),
    costLine(
      'Recovery reads',
      minutes * recoveryQueries * 0.5,
      prices.dynamodb_read_units_per_million / 1_000_000,
    ),
    costLine('Health reads', minutes * idleHealthReads, prices.dynamodb_read_units_per_million / 1_000_000),
    costLine('Webhook timer reads', minutes, prices.dynamodb_read_units_per_million / 1_000_000),
    costLine(
      `Synthetic payments, ${standing.synthetic.kind}`,
      standing.synthetic.minutes === 0 ? 0 : minutes / standing.synthetic.minutes,
      together(perMillionSynthetic(standing.synthetic.kind, standing.firewalls > 0)) / 1_000_000,
    ),
    costLine(
      'Probe, every minute',
      standing.probes * minutes,
      together(perMillionProbes({ own_key: standing.keys > 0, screened: standing.firewalls > 0 })) /
        1_000_000,
    ),
  ].filter(({ dollars }) => dollars > 0);

/** A month in which no card comes to a vault: every minute, its sweep finds nothing to delete, and the router's probe calls. Omits lines that cost nothing. */
export const idleVaultMonth = (standing: Standing): readonly CostLine[] =>
  [
    ...standingResources(standing),
    costLine('Sweep starts', minutes, startOfSchedule),
    costLine('Sweep GB-seconds', minutes * sweep_seconds * sweep_gb, prices.lambda_gb_second_arm64),
    costLine('Sweep reads', minutes * 0.5, prices.dynamodb_read_units_per_million / 1_000_000),
    costLine('Calls of the router’s probe', minutes, probedCall),
  ].filter(({ dollars }) => dollars > 0);

const standingResources = (standing: Standing): readonly CostLine[] => [
  costLine('Encryption key', standing.keys, prices.key_month),
  costLine(
    'Calls of the encryption key',
    standing.keys * key_calls,
    prices.key_calls_per_million / 1_000_000,
  ),
  costLine('Secrets', standing.secrets, prices.secret_month),
  costLine('Firewall', standing.firewalls, prices.waf_acl_month),
  costLine('Firewall rules', standing.firewall_rules, prices.waf_rule_month),
  costLine(
    `Metrics under an alarm, beyond ${free.alarm_metrics}`,
    beyond(standing.alarm_metrics, free.alarm_metrics),
    prices.alarm_metric_month,
  ),
];

const beyond = (amount: number, allowance: number): number => Math.max(0, amount - allowance);

/** Up to three are free as long as none shows more than fifty metrics. */
const paidDashboards = ({ dashboards, dashboard_metrics }: Standing): number =>
  dashboard_metrics <= free.dashboard_metrics ? beyond(dashboards, free.dashboards) : dashboards;
