import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDefinition } from '../base/alarm.ts';
import { functionName } from '../base/function-name.ts';
import { eventMetric, lambdaMetric } from '../base/metrics.ts';
import { probeName } from '../base/probe-name.ts';
import { perPsp } from '../dashboard/per-psp.ts';
import type { Environment } from '../environments.ts';
import { gatewayErrors } from './gateway-errors.ts';
import { refusedCalls } from './refused-calls.ts';
import type { Watched } from './watched.ts';

/**
 * The alarms that roll back a bad deployment: only our own errors, not trouble at a PSP or a neighbour. One error is enough, since a canary with
 * little traffic sees few calls; without calls, the pre-traffic hook has checked the version.
 */
export const deploymentAlarms = (environment: Environment): readonly AlarmDefinition[] => [
  {
    id: 'server-errors',
    means: 'A request ended in 500 `internal`: a bug in the code.',
    metric: eventMetric(environment, { metric: 'request', dimensions: { code: 'internal' } }),
    threshold: 1,
  },
  {
    id: 'function-errors',
    means:
      'Confirms or recovery end without an answer: an uncaught exception, or they ran out of time or memory.',
    metric: errors(environment),
    threshold: 2,
  },
  // A release that refuses the rules in force would begin no session once it has all calls: its functions have no last good document.
  ...(environment.alarms === 'all' ? [rulesNotTakenOver(environment)] : []),
];

const rulesNotTakenOver = (environment: Environment): AlarmDefinition => ({
  id: 'rules-not-taken-over',
  means: 'A published document cannot be read as rules. The service continues with the last good one.',
  metric: eventMetric(environment, { metric: 'routing_rules_refused' }),
  threshold: 1,
});

/** Of the two functions that ask PSPs for money: the region's metric would count a neighbour's functions. Any other that fails so is a 5xx of the gateway. */
const errors = (environment: Environment): MathExpression =>
  sumOf('Errors', 'functions that failed', environment, 'confirm-checkout-session', 'recover-charges');

/** What can go wrong with functions, recovery and storage. */
export const platformAlarms = (environment: Environment, watched: Watched): readonly AlarmDefinition[] => [
  {
    id: 'recovery-not-running',
    means: 'Recovery has finished no run for four minutes: open charges stay open. Perhaps DynamoDB is down.',
    metric: eventMetric(environment, { metric: 'recovery_looked', statistic: 'SampleCount' }),
    threshold: 1,
    when: 'below',
    missing: 'bad',
    periods: 4,
  },
  ...(environment.synthetic_minutes === 0 ? [] : [syntheticAlarm(environment)]),
  callsRefused(environment, watched),
  ...(environment.alarms === 'all' ? moreAlarms(environment, watched) : []),
];

const syntheticAlarm = (environment: Environment): AlarmDefinition => ({
  id: 'synthetic-payment',
  means: `No synthetic payment through the public address has succeeded for ${environment.synthetic_minutes} minutes.`,
  metric: eventMetric(environment, { metric: 'synthetic_payment', minutes: silent_minutes }),
  ...silentFor(environment),
});

/** A recorder that is not called any more is never late: nothing tells how old what it does not read is. Each synthetic payment calls it. */
const recorderStopped = (environment: Environment): AlarmDefinition => ({
  id: 'events-late',
  of: 'stopped',
  means: 'Nothing calls the function that records events: no merchant hears of a payment.',
  metric: lambdaMetric('Invocations', 'Sum', silent_minutes, {
    functionName: functionName(environment, 'record-events'),
  }),
  ...silentFor(environment),
});

const silent_minutes = 5;

/** Several short periods, all without what a synthetic payment does: one long period could fall between two payments. */
const silentFor = ({ synthetic_minutes }: Environment) =>
  ({
    threshold: 1,
    when: 'below',
    missing: 'bad',
    periods: Math.ceil(synthetic_minutes / silent_minutes) + 1,
  }) as const;

/** In every environment: each has an address that strangers can call, and this alarm lowers what their calls may cost. */
const callsRefused = ({ throttle }: Environment, { api }: Watched): AlarmDefinition => ({
  id: 'calls-refused',
  means: `For fifteen minutes, half of what the stage takes was refused. Until it ends, it takes ${throttle.reduced.rate} calls a second instead of ${throttle.all_routes.rate}.`,
  ...refusedCalls(api, throttle.all_routes),
});

/** What no alarm of the vault's own account can see: that its functions do not answer this account. In a small shop, its errors are too few for the gateway's alarm. */
const cardsNotSent = (environment: Environment): AlarmDefinition => ({
  id: 'vault-unavailable',
  page: 'docs/vault.md',
  means:
    'Twice in five minutes, and in one attempt of five or more, the vault did not send a card to the PSP. Customers cannot pay by card.',
  metric: notSent(environment),
  threshold: 20,
});

/** CloudWatch takes ten metrics under an alarm: with more accounts, the alarm rings at less than its share. */
const most_accounts = 9;

/** Of attempts, not of calls: anybody can make more of those, without a token, until a fifth is out of reach. */
const notSent = (environment: Environment): MathExpression => {
  const attempts = perPsp(environment, { metric: 'attempt_ms', statistic: 'SampleCount' })
    .slice(0, most_accounts)
    .map((metric, index) => [`attempts${index}`, metric] as const);
  const sum = attempts.map(([id]) => `FILL(${id}, 0)`).join(' + ');
  return new MathExpression({
    label: 'attempts whose card was not sent %',
    expression: `IF(FILL(unsent, 0) >= 2, 100 * unsent / (${sum}), 0)`,
    usingMetrics: {
      unsent: eventMetric(environment, { metric: 'card_not_sent', minutes: 5 }),
      ...Object.fromEntries(attempts),
    },
    period: Duration.minutes(5),
  });
};

/** Of the function that every payment begins with, and that the probe calls each minute: the quota that it lacks is everybody's. */
const throttles = (environment: Environment): Metric =>
  lambdaMetric('Throttles', 'Sum', 1, {
    functionName: functionName(environment, 'create-checkout-session'),
    label: 'refused starts',
  });

/** One of Lambda's metrics of two functions, each minute. */
const sumOf = (
  metricName: string,
  label: string,
  environment: Environment,
  first: string,
  second: string,
): MathExpression => {
  const of = (name: string): Metric =>
    lambdaMetric(metricName, 'Sum', 1, { functionName: functionName(environment, name) });
  return new MathExpression({
    label,
    expression: 'FILL(first, 0) + FILL(second, 0)',
    usingMetrics: { first: of(first), second: of(second) },
    period: Duration.minutes(1),
  });
};

const moreAlarms = (environment: Environment, watched: Watched): readonly AlarmDefinition[] => [
  {
    id: 'out-of-reach',
    means:
      'For three of four minutes, the public address, the vault’s or every PSP account has been out of reach, or nobody has asked. Customers cannot pay.',
    metric: lambdaMetric('Errors', 'Sum', 1, { functionName: functionName(environment, probeName) }),
    threshold: 1,
    missing: 'bad',
    periods: 4,
    bad_periods: 3,
  },
  {
    id: 'gateway-errors',
    means:
      'Ten requests in five minutes, and one in twenty or more, ended in a 5xx, whatever the cause. Customers cannot pay.',
    metric: gatewayErrors(watched.api, 10),
    threshold: 5,
  },
  ...(environment.vault ? [cardsNotSent(environment)] : []),
  {
    id: 'functions-throttled',
    means:
      'Lambda refuses to start payments: the concurrency quota of the account is used up. Callers get the gateway’s 503.',
    metric: throttles(environment),
    threshold: 1,
    periods: 3,
    bad_periods: 2,
  },
  {
    id: 'concurrency-near-quota',
    means: "Functions use four fifths of the account's concurrency. Beyond the limit, calls are rejected.",
    metric: lambdaMetric('ConcurrentExecutions', 'Maximum', 1),
    threshold: 0.8 * environment.concurrency_quota,
    periods: 3,
    bad_periods: 2,
  },
  {
    id: 'confirm-slow',
    means: 'One confirm in a hundred takes more than 20 s; at 29 s it is cut off.',
    metric: lambdaMetric('Duration', 'p99', 5, {
      functionName: functionName(environment, 'confirm-checkout-session'),
    }),
    threshold: 20_000,
    periods: 3,
  },
  {
    id: 'recovery-dead-letters',
    means:
      'A run of recovery, of settling rule versions, or of changing the limits of calls could not be started or ended in an error, or a stream has dropped unprocessed records.',
    metric: watched.deadLetters.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: 'Maximum',
    }),
    threshold: 1,
  },
  {
    id: 'events-late',
    means: 'Events are more than five minutes late: no merchant hears of a payment.',
    metric: lambdaMetric('IteratorAge', 'Maximum', 1, {
      functionName: functionName(environment, 'record-events'),
    }),
    threshold: 300_000,
    periods: 3,
  },
  ...(environment.synthetic_minutes === 0 ? [] : [recorderStopped(environment)]),
  {
    id: 'deliveries-late',
    means:
      'Events have waited for more than ten minutes for a webhook endpoint that answers: workers do not start, or it answers too slowly for what comes.',
    metric: eventMetric(environment, { metric: 'deliveries_oldest_ms', statistic: 'Maximum', minutes: 5 }),
    threshold: 600_000,
    periods: 2,
  },
  {
    id: 'storage-unavailable',
    means: 'DynamoDB or Secrets Manager rejects reads or writes of many calls, or does not answer in time.',
    metric: eventMetric(environment, { metric: 'request', dimensions: { code: 'storage_unavailable' } }),
    threshold: 5,
    periods: 3,
    bad_periods: 2,
  },
];
