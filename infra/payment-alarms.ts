import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDefinition } from './alarm.ts';
import type { Environment } from './environments.ts';
import { approvalRate, eventMetric } from './metrics.ts';

/** What can go wrong with money, PSPs, rules and callers, from what the functions report. */
export const paymentAlarms = (environment: Environment): readonly AlarmDefinition[] => [
  ...moneyAlarms(environment),
  ...Object.keys(environment.accounts).flatMap((psp) => pspAlarms(environment, psp)),
  ...ruleAlarms(environment),
  ...callerAlarms(environment),
];

const moneyAlarms = (environment: Environment): AlarmDefinition[] => [
  {
    id: 'needs-review',
    means: 'Recovery has used up its schedule on a charge: a person must decide.',
    metric: eventMetric(environment, { event: 'needs_review' }),
    threshold: 1,
  },
  {
    id: 'recovery-backlog',
    means: 'Recovery looks at hundreds of charges: many outcomes are unknown at once.',
    metric: eventMetric(environment, { event: 'recovery_run', number: 'looked', minutes: 5 }),
    threshold: 500,
  },
  {
    id: 'open-too-long',
    means:
      'Something has been open for more than 26 hours: longer than a customer and the first daily look take.',
    metric: eventMetric(environment, {
      event: 'open_charges',
      number: 'oldest_ms',
      statistic: 'Maximum',
      minutes: 5,
    }),
    threshold: 26 * 3_600_000,
    periods: 3,
  },
  {
    id: 'many-open',
    means: 'More than a thousand charges have been open at once for ten minutes.',
    metric: eventMetric(environment, {
      event: 'open_charges',
      number: 'count',
      statistic: 'Minimum',
      minutes: 5,
    }),
    threshold: 1_000,
    periods: 2,
  },
  {
    id: 'recovery-failed',
    means: 'Recovery could not handle a charge; it goes on with the others and comes back to this one.',
    metric: eventMetric(environment, { event: 'recovery_failed', minutes: 15 }),
    threshold: 3,
  },
  {
    id: 'late-effect',
    means: 'A PSP took money for an attempt that had been given up; it is being returned.',
    metric: eventMetric(environment, { event: 'late_effect' }),
    threshold: 1,
  },
  {
    id: 'operation-taken-back',
    means: 'A PSP took back a refund or a capture it had reported as done.',
    metric: new MathExpression({
      label: 'taken back',
      expression: 'FILL(refunds, 0) + FILL(captures, 0)',
      usingMetrics: {
        refunds: eventMetric(environment, { event: 'refund_failed_late', minutes: 5 }),
        captures: eventMetric(environment, { event: 'capture_failed', minutes: 5 }),
      },
    }),
    threshold: 1,
  },
  {
    id: 'record-broken',
    means: 'A charge would not add up, or something happened to it that cannot be. Nothing of it was stored.',
    metric: new MathExpression({
      label: 'broken',
      expression: 'FILL(broken, 0) + FILL(impossible, 0)',
      usingMetrics: {
        broken: eventMetric(environment, { event: 'invariant_broken', minutes: 5 }),
        impossible: eventMetric(environment, { event: 'impossible', minutes: 5 }),
      },
    }),
    threshold: 1,
  },
  {
    id: 'decision-contradicted',
    means: 'A PSP says something else of a charge than a person had decided; the PSP counts.',
    metric: eventMetric(environment, { event: 'decision_contradicted' }),
    threshold: 1,
  },
];

const pspAlarms = (environment: Environment, psp: string): AlarmDefinition[] => {
  const attempts = (outcome: string) =>
    eventMetric(environment, { event: 'attempt', dimensions: { psp, outcome }, minutes: 5 });
  return [
    {
      id: 'psp-unavailable',
      of: psp,
      means: `${psp} refuses our credentials or says it is down; traffic goes to the next PSP where the rule allows it.`,
      metric: attempts('psp_unavailable'),
      threshold: 5,
    },
    {
      id: 'unknown-outcomes',
      of: psp,
      means: `${psp} leaves outcomes unknown: those customers wait, and no other PSP may be tried for them.`,
      metric: attempts('unknown'),
      threshold: 5,
    },
    {
      id: 'request-refused-by-psp',
      of: psp,
      means: `${psp} calls our request malformed or asks for what the account is not set up for.`,
      metric: new MathExpression({
        label: `${psp} refused our request`,
        expression: 'FILL(malformed, 0) + FILL(unsupported, 0)',
        usingMetrics: { malformed: attempts('invalid_request'), unsupported: attempts('not_supported') },
      }),
      threshold: 1,
    },
    {
      id: 'webhook-amount-mismatch',
      of: psp,
      means: `${psp} tells of a payment with another amount or currency than ours.`,
      metric: eventMetric(environment, { event: 'webhook_amount_mismatch', dimensions: { psp }, minutes: 5 }),
      threshold: 1,
    },
    {
      id: 'approval-rate',
      of: psp,
      means: `${psp} approves fewer than half of its attempts.`,
      metric: approvalRate(environment, psp, 15),
      threshold: 50,
      when: 'below',
    },
  ];
};

const ruleAlarms = (environment: Environment): AlarmDefinition[] => [
  {
    id: 'rules-not-taken-over',
    means: 'A published document does not read as rules; the service goes on with the last good one.',
    metric: eventMetric(environment, { event: 'routing_rules_refused' }),
    threshold: 1,
  },
  {
    id: 'rules-not-refreshed',
    means: 'AppConfig has not answered for five minutes; the service goes on with the rules it has.',
    metric: eventMetric(environment, { event: 'routing_rules_poll_failed' }),
    threshold: 1,
    periods: 5,
  },
];

const callerAlarms = (environment: Environment): AlarmDefinition[] => [
  {
    id: 'card-testing',
    means: 'Many attempts are refused for being too many on one session, card or address.',
    metric: eventMetric(environment, {
      event: 'request',
      dimensions: { code: 'too_many_attempts' },
      minutes: 5,
    }),
    threshold: 50,
  },
  {
    id: 'refused-tokens',
    means: 'Many calls come with a token that is wrong or revoked.',
    metric: eventMetric(environment, { event: 'request', dimensions: { code: 'token_invalid' }, minutes: 5 }),
    threshold: 100,
  },
  {
    id: 'webhooks-refused',
    means: 'Webhooks arrive whose signature does not match any secret of the account.',
    metric: eventMetric(environment, {
      event: 'request',
      dimensions: { code: 'signature_invalid' },
      minutes: 5,
    }),
    threshold: 10,
  },
];
