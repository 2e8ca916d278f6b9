import type { ErrorCode } from './error-codes.ts';
import { holdsMoney, indefinites } from './outcome.ts';
import { vaultFailures } from './vault-failure.ts';

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Series<Name extends string = string> = {
  readonly name: Name;
  readonly unit: 'Count' | 'Milliseconds' | 'Percent';
  /** Event fields that split the series: only those that somebody looks at separately. */
  readonly dimensions: readonly string[];
  /** The value that the event adds, if any. */
  readonly value: (event: Fields) => number | undefined;
};

const count = <const Name extends string>(name: Name, ...dimensions: readonly string[]): Series<Name> => ({
  name,
  unit: 'Count',
  dimensions,
  value: () => 1,
});

const countOf = <const Name extends string>(
  name: Name,
  outcomes: readonly string[],
  ...dimensions: readonly string[]
): Series<Name> => ({
  ...count(name, ...dimensions),
  value: ({ outcome }) => (outcomes.includes(String(outcome)) ? 1 : undefined),
});

const field = <const Name extends string>(
  name: Name,
  unit: Series['unit'],
  of: string,
  ...dimensions: readonly string[]
): Series<Name> => ({
  name,
  unit,
  dimensions,
  value: ({ [of]: value }) => (typeof value === 'number' ? value : undefined),
});

/** 100 for an attempt that took or held the money and 0 for one that did not, once its outcome is known: with 3-D Secure, at the end. */
const approved: Series<'payment_approved'> = {
  name: 'payment_approved',
  unit: 'Percent',
  dimensions: ['psp'],
  value: ({ outcome }) => {
    if (typeof outcome !== 'string' || notYet.includes(outcome)) return undefined;
    return holdsMoney(outcome) ? 100 : 0;
  },
};
const notYet: readonly string[] = [...indefinites, 'requires_action'];

/** A recovery run reports how many charges ended in each way. */
const looked: Series<'recovery_looked'> = {
  name: 'recovery_looked',
  unit: 'Count',
  dimensions: [],
  value: (event) =>
    Object.values(event).reduce<number>((sum, ends) => (typeof ends === 'number' ? sum + ends : sum), 0),
};

/** An attempt that did not get past the vault. */
const notPastVault: Series<'card_not_sent'> = {
  ...count('card_not_sent'),
  value: ({ outcome, code }) =>
    outcome === 'not_sent' && vaultFailures.some((failure) => failure === code) ? 1 : undefined,
};

/** Refusals that a customer or the time brings about, or that have an alarm of their own. */
const expectedRefusals: readonly unknown[] = [
  'refused_token',
  'refused_session',
  'refused_cvc_gone',
  'refused_too_late',
  'refused_vault_failed',
];
/** The vault was sent what it allows nobody. */
const notAllowed: Series<'vault_refused'> = {
  ...count('vault_refused'),
  value: ({ status }) =>
    String(status).startsWith('refused_') && !expectedRefusals.includes(status) ? 1 : undefined,
};

/** A PSP's event that the adapter cannot read. The same person handles it as a code without a line, so it uses the same series. */
const unread: Series<'request_refused_by_psp'> = {
  ...count('request_refused_by_psp'),
  value: ({ reason }) => (reason === 'malformed' ? 1 : undefined),
};
/** A capture, a cancel or a refund that failed with such a code. */
const unmapped: Series<'request_refused_by_psp'> = {
  ...count('request_refused_by_psp'),
  value: ({ reason }) => (reason === 'unmapped' ? 1 : undefined),
};
const operation = [field('operation_ms', 'Milliseconds', 'latency_ms', 'psp'), unmapped] as const;
/** Steering rules start to avoid a PSP. */
const sick: Series<'psp_sick'> = {
  ...count('psp_sick'),
  value: ({ state }) => (state === 'sick' ? 1 : undefined),
};
/** The probe failed to reach an account three times in a row. Same series, because the same person handles it. */
const unreachable: Series<'psp_sick'> = {
  ...count('psp_sick'),
  value: ({ in_a_row }) => (typeof in_a_row === 'number' && in_a_row >= 3 ? 1 : undefined),
};

/** Error codes of refused calls that an alarm or the dashboard shows. */
export const watchedCodes = [
  'token_invalid',
  'too_many_attempts',
  'no_eligible_psp',
  'signature_invalid',
  'storage_unavailable',
  'not_configured',
  'internal',
] as const satisfies readonly ErrorCode[];

/**
 * Where `no_eligible_psp` says nothing of the rules for new sessions: nobody pays yet, or anybody may repeat it without a limit, with a card that no PSP of
 * the session takes or with a payment link that the rules have left without a PSP. A stranger must not make AppConfig revert a publish.
 */
const ofNoSession: readonly unknown[] = [
  'begin-payment-link',
  'confirm-checkout-session',
  'create-payment-link',
];

const refused: Series<'request'> = {
  ...count('request', 'code'),
  value: ({ code, route }) => {
    if (code === 'no_eligible_psp' && ofNoSession.includes(route)) return undefined;
    return watchedCodes.some((watched) => watched === code) ? 1 : undefined;
  },
};

/** 100 for a session that a merchant could not create because no PSP takes it, and 0 for one that was created. Other refusals say nothing of the rules. */
const withoutPsp: Series<'session_without_psp'> = {
  name: 'session_without_psp',
  unit: 'Percent',
  dimensions: [],
  value: ({ event, code, route }) => {
    if (route !== 'create-checkout-session') return undefined;
    if (event === 'session_planned') return 0;
    return code === 'no_eligible_psp' ? 100 : undefined;
  },
};

/** From this many refused attempts in five minutes, we assume card testing. */
export const attemptsOfTesters = 50;

/** A payment link whose tries are used up counts as that many, because the card tester's own calls may not have been refused. */
const usedUp: Series<'request'> = { ...count('request', 'code'), value: () => attemptsOfTesters };
const broken = [count('record_broken')] as const;
const review = [count('needs_review')] as const;
const takenBack = [count('operation_taken_back')] as const;
/** The timer could not do its other work. The alarms of that work would ring only if it were done; the same person handles it as a failure of recovery. */
const timerFailed = [count('recovery_failed')] as const;
const perPsp = <const Name extends string>(name: Name) => [count(name, 'psp')] as const;
const plain = <const Name extends string>(name: Name) => [count(name)] as const;

/**
 * Every reported event, and the series it adds to. A series costs money as long as it is written, so each serves an alarm or the dashboard; the rest
 * is in the log. The number of events is the sum of a count, or the sample count of a value.
 */
export const eventMetrics = {
  request: [refused, withoutPsp],
  payment_link_used_up: [usedUp],
  session_planned: [...perPsp('session_planned'), withoutPsp],
  attempt: [
    field('attempt_ms', 'Milliseconds', 'latency_ms', 'psp'),
    approved,
    countOf('outcome_unknown', ['unknown'], 'psp'),
    countOf('request_refused_by_psp', ['invalid_request', 'not_supported']),
    notPastVault,
  ],
  attempt_resolved: [approved],
  // The same person handles it, so it uses the same series: another one would cost extra.
  code_unlisted: [count('request_refused_by_psp')],
  authentication: [],
  failover: [count('failover', 'from')],
  step_up: [],
  details_left_out: [],
  capture: operation,
  cancel: operation,
  refund: operation,
  late_effect: plain('late_effect'),
  late_effect_reversed: [],
  capture_failed: takenBack,
  refund_failed_late: takenBack,
  external_change: [],
  dispute: plain('dispute'),
  // The PSP took back more than was captured. The same person handles it as an amount mismatch.
  over_returned: plain('amount_mismatch'),
  impossible: broken,
  invariant_broken: broken,
  decision_contradicted: plain('decision_contradicted'),
  outcome_contradicted: plain('decision_contradicted'),
  needs_review: review,
  order_paid_twice: review,
  psp_key_changed: review,
  decided_by_person: [],
  recovery_run: [looked],
  recovery_circuit_open: [],
  recovery_not_started: [],
  open_charges: [
    field('open_charges', 'Count', 'count'),
    field('open_charges_oldest_ms', 'Milliseconds', 'oldest_ms'),
  ],
  recovery_failed: plain('recovery_failed'),
  record_parked: plain('record_parked'),
  synthetic_payment: plain('synthetic_payment'),
  synthetic_payment_failed: [],
  psp_not_configured: plain('psp_not_configured'),
  webhook_refused: [unread],
  webhook_not_ours: [],
  webhook_without_effect: [],
  webhook_waits: [],
  webhook_held: [],
  webhook_not_believed: review,
  other_payment: review,
  webhook_amount_mismatch: plain('amount_mismatch'),
  look_up_amount_mismatch: plain('amount_mismatch'),
  refund_amount_mismatch: plain('amount_mismatch'),
  refund_total_differs: plain('amount_mismatch'),
  routing_rule_published: plain('routing_rule_published'),
  routing_rule_rolled_back: plain('routing_rule_rolled_back'),
  // This, too, takes the version back, and the same person handles it.
  rollout_stopped_by_guard: plain('routing_rule_rolled_back'),
  rollout_not_changed: [],
  settling_not_started: timerFailed,
  routing_rules_refused: plain('routing_rules_refused'),
  routing_rules_poll_failed: plain('routing_rules_poll_failed'),
  // Here, too, payments go on with the last state read, and the same person handles it.
  psp_switches_not_read: plain('routing_rules_poll_failed'),
  routing_rules_loaded: [],
  routing_base_refused: [],
  routing_prune_failed: [],
  webhook_tried: [],
  webhook_given_up: [],
  webhook_endpoint_disabled: review,
  webhook_worker_not_woken: [],
  export_ended_early: [],
  export_not_started: [],
  webhook_worker_failed: timerFailed,
  deliveries_late: [field('deliveries_oldest_ms', 'Milliseconds', 'oldest_ms')],
  not_configured: [],
  psp_health_changed: [sick],
  // The log line names the account: a series per account would need an alarm per account.
  psp_dead: plain('psp_dead'),
  psp_unreachable: [unreachable],
  health_counted_late: [],
  health_not_folded: timerFailed,
  // The vault had deleted the card: a day after it was given, or because the merchant deleted it.
  card_not_kept: [],
  // The vault deletes the code itself within 15 minutes.
  cvc_not_released: [],
  // A grant ends by itself within 30 minutes.
  grants_not_closed: [],
  vault_collected: [],
  vault_managed: [],
  vault_closed: [],
  vault_swept: [],
  // Alarms of the vault's own stack.
  vault_forward: [notAllowed],
  vault_card_in_answer: plain('vault_card_in_answer'),
  vault_failed: plain('vault_failed'),
  vault_many_cards: plain('vault_many_cards'),
  vault_alike_cards: plain('vault_alike_cards'),
  defect: [],
} as const satisfies Readonly<Record<string, readonly Series[]>>;

export type LogEvent = keyof typeof eventMetrics;
/** It adds to no series, so no alarm counts it. */
export type UncountedEvent = {
  [Event in LogEvent]: (typeof eventMetrics)[Event] extends readonly [] ? Event : never;
}[LogEvent];
export type SeriesName = (typeof eventMetrics)[LogEvent][number]['name'];

/**
 * Fields to spread into this event's log line, so that CloudWatch counts it (embedded metric format). Empty if the event is not a metric. `now` in
 * Unix milliseconds.
 */
export const embeddedMetrics = (
  event: Fields & { readonly event: LogEvent },
  namespace: string,
  now: number,
): Readonly<Record<string, unknown>> => {
  const known: readonly Series[] = eventMetrics[event.event];
  const added = known.flatMap((series) => {
    const value = series.value(event);
    const split = series.dimensions.every((dimension) => typeof event[dimension] === 'string');
    return value === undefined || !split ? [] : [{ ...series, value }];
  });
  if (added.length === 0) return {};
  return {
    ...Object.fromEntries(added.map(({ name, value }) => [name, value])),
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: added.map(({ name, unit, dimensions }) => ({
        Namespace: namespace,
        Dimensions: [dimensions],
        Metrics: [{ Name: name, Unit: unit }],
      })),
    },
  };
};
