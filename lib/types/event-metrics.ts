import type { PaymentEvent } from './ports.ts';

type EventMetric = {
  /** Sets of the event's fields that the metric is split by; a set counts only where the event has all its fields. */
  readonly dimensions: readonly (readonly string[])[];
  /** Numbers of the event that are metrics too, named `<event>_<field>`. */
  readonly numbers?: Readonly<Record<string, 'Count' | 'Milliseconds'>>;
};

const perPsp = { dimensions: [['psp']] } as const;
const perOutcome = {
  dimensions: [['psp'], ['psp', 'outcome']],
  numbers: { latency_ms: 'Milliseconds' },
} as const;
const plain = { dimensions: [[]] } as const;

/** The reported events that are metrics, each counted under its own name. Dashboards and alarms are built on these names. */
export const eventMetrics = {
  request: { dimensions: [['code']] },
  session_planned: perPsp,
  attempt: perOutcome,
  attempt_resolved: { dimensions: [['psp']], numbers: { open_ms: 'Milliseconds' } },
  authentication: { dimensions: [['psp', 'outcome']] },
  failover: { dimensions: [['from']] },
  capture: perOutcome,
  cancel: perOutcome,
  refund: perOutcome,
  late_effect: plain,
  late_effect_reversed: plain,
  capture_failed: plain,
  external_change: perPsp,
  dispute: perPsp,
  impossible: plain,
  invariant_broken: plain,
  decision_contradicted: plain,
  refund_failed_late: plain,
  needs_review: plain,
  decided_by_person: { dimensions: [['psp', 'outcome']] },
  recovery_run: { dimensions: [[]], numbers: { looked: 'Count' } },
  open_charges: { dimensions: [[]], numbers: { count: 'Count', oldest_ms: 'Milliseconds' } },
  recovery_failed: plain,
  psp_not_configured: perPsp,
  webhook_refused: perPsp,
  webhook_not_ours: perPsp,
  webhook_without_effect: perPsp,
  webhook_amount_mismatch: perPsp,
  refund_amount_mismatch: perPsp,
  routing_rule_published: plain,
  routing_rules_refused: plain,
  routing_rules_poll_failed: plain,
  routing_base_refused: plain,
  routing_prune_failed: plain,
  not_configured: plain,
  defect: plain,
} as const satisfies Readonly<Record<string, EventMetric>>;

export type MeteredEvent = keyof typeof eventMetrics;

/**
 * What a log line of this event needs in addition to be counted: CloudWatch's embedded metric format, to be spread into the line's JSON.
 * Nothing where the event is no metric. `now` in Unix milliseconds.
 */
export const embeddedMetrics = (
  event: PaymentEvent,
  namespace: string,
  now: number,
): Readonly<Record<string, unknown>> => {
  const metric: EventMetric | undefined = Object.hasOwn(eventMetrics, event.event)
    ? eventMetrics[event.event as MeteredEvent]
    : undefined;
  const dimensions =
    metric?.dimensions.filter((set) => set.every((field) => typeof event[field] === 'string')) ?? [];
  if (!metric || dimensions.length === 0) return {};
  const numbers = Object.entries(metric.numbers ?? {}).flatMap(([field, unit]) => {
    const value = event[field];
    return typeof value === 'number' ? [{ name: `${event.event}_${field}`, unit, value }] : [];
  });
  const counted = { name: event.event, unit: 'Count', value: 1 };
  return {
    ...Object.fromEntries([counted, ...numbers].map(({ name, value }) => [name, value])),
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: dimensions,
          Metrics: [counted, ...numbers].map(({ name, unit }) => ({ Name: name, Unit: unit })),
        },
      ],
    },
  };
};
