import type { AlarmDefinition } from './alarm.ts';
import type { Environment } from './environments.ts';
import { eventMetric } from './metrics.ts';
import { pspsOf } from './per-psp.ts';

/** What can go wrong with money, PSPs, rules and callers, by the functions' reports. */
export const paymentAlarms = (environment: Environment): readonly AlarmDefinition[] => [
  ...moneyAlarms(environment),
  ...(environment.alarms === 'all'
    ? [
        ...recoveryAlarms(environment),
        ...pspsOf(environment).flatMap((psp) => pspAlarms(environment, psp)),
        ...ruleAlarms(environment),
        ...callerAlarms(environment),
      ]
    : []),
];

/** In every environment. */
const moneyAlarms = (environment: Environment): AlarmDefinition[] => [
  {
    id: 'needs-review',
    means:
      'A person must act: recovery has used up its schedule on a charge, an order is paid twice, or a webhook endpoint was disabled after it had failed for five days.',
    metric: eventMetric(environment, { metric: 'needs_review' }),
    threshold: 1,
  },
  {
    id: 'late-effect',
    means: 'A PSP took money for an attempt that had been given up; it is being returned.',
    metric: eventMetric(environment, { metric: 'late_effect' }),
    threshold: 1,
  },
  {
    id: 'record-broken',
    means: 'A charge would not add up, or something happened to it that cannot be. Nothing of it was stored.',
    metric: eventMetric(environment, { metric: 'record_broken', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'decision-contradicted',
    means: 'A PSP says something else of a charge than a person had decided; the PSP counts.',
    metric: eventMetric(environment, { metric: 'decision_contradicted' }),
    threshold: 1,
  },
  {
    id: 'open-too-long',
    means:
      'Something has been open for more than 26 hours: longer than a customer and the first daily look take.',
    metric: eventMetric(environment, {
      metric: 'open_charges_oldest_ms',
      statistic: 'Maximum',
      minutes: 5,
    }),
    threshold: 26 * 3_600_000,
    periods: 3,
  },
];

const recoveryAlarms = (environment: Environment): AlarmDefinition[] => [
  {
    id: 'recovery-backlog',
    means: 'Recovery looks at hundreds of charges: many outcomes are unknown at once.',
    metric: eventMetric(environment, { metric: 'recovery_looked', minutes: 5 }),
    threshold: 500,
  },
  {
    id: 'recovery-failed',
    means: 'Recovery could not handle a charge; it goes on with the others and comes back to this one.',
    metric: eventMetric(environment, { metric: 'recovery_failed', minutes: 15 }),
    threshold: 3,
  },
  {
    id: 'record-parked',
    means: 'A change of a payment could not be told or listed. It is kept aside until somebody has it told.',
    metric: eventMetric(environment, { metric: 'record_parked', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'operation-taken-back',
    means: 'A PSP took back a refund or a capture it had reported as done.',
    metric: eventMetric(environment, { metric: 'operation_taken_back', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'amount-mismatch',
    means:
      'A PSP tells of a payment, a refund or a sum of refunds with another amount or currency than ours, or more has gone back than was captured.',
    metric: eventMetric(environment, { metric: 'amount_mismatch', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'request-refused-by-psp',
    means:
      'A PSP calls our request malformed, says the account is not set up for it, or declines under a code without a line.',
    metric: eventMetric(environment, { metric: 'request_refused_by_psp', minutes: 5 }),
    threshold: 1,
  },
];

const pspAlarms = (environment: Environment, psp: string): AlarmDefinition[] => [
  {
    id: 'psp-unavailable',
    of: psp,
    means: `${psp} refuses our credentials or says it is down; traffic goes to the next PSP where the rule allows it.`,
    metric: eventMetric(environment, { metric: 'psp_unavailable', dimensions: { psp }, minutes: 5 }),
    threshold: 5,
  },
  {
    id: 'unknown-outcomes',
    of: psp,
    means: `${psp} leaves outcomes unknown: those customers wait, and no other PSP may be tried for them.`,
    metric: eventMetric(environment, { metric: 'outcome_unknown', dimensions: { psp }, minutes: 5 }),
    threshold: 5,
  },
  {
    id: 'approval-rate',
    of: psp,
    means: `${psp} approves fewer than half of its attempts.`,
    // 100 or 0 for each attempt with a known end, 3-D Secure included: the median is 0 if fewer than half are approved. A rate and a count are two metrics.
    metric: eventMetric(environment, {
      metric: 'payment_approved',
      dimensions: { psp },
      statistic: 'p50',
      minutes: 15,
    }),
    threshold: 50,
    when: 'below',
    few: 'no_change',
  },
];

const ruleAlarms = (environment: Environment): AlarmDefinition[] => [
  {
    id: 'rules-not-taken-over',
    means: 'A published document does not read as rules; the service goes on with the last good one.',
    metric: eventMetric(environment, { metric: 'routing_rules_refused' }),
    threshold: 1,
  },
  {
    id: 'rules-not-refreshed',
    means: 'AppConfig has not answered for five minutes; the service goes on with the rules it has.',
    metric: eventMetric(environment, { metric: 'routing_rules_poll_failed' }),
    threshold: 1,
    periods: 5,
  },
  {
    id: 'psp-sick',
    means:
      'A PSP does clearly worse than it did and than the others do; rules that steer draw sessions away from it.',
    metric: eventMetric(environment, { metric: 'psp_sick', minutes: 5 }),
    threshold: 1,
  },
];

const callerAlarms = (environment: Environment): AlarmDefinition[] =>
  [
    {
      id: 'card-testing',
      means: 'Many attempts are refused for being too many on one session, card or address.',
      code: 'too_many_attempts',
      threshold: 50,
    },
    {
      id: 'refused-tokens',
      means: 'Many calls come with a token that is wrong or revoked.',
      code: 'token_invalid',
      threshold: 100,
    },
    {
      id: 'webhooks-refused',
      means: 'Webhooks arrive whose signature does not match any secret of the account.',
      code: 'signature_invalid',
      threshold: 10,
    },
  ].map(({ code, ...definition }) => ({
    ...definition,
    metric: eventMetric(environment, { metric: 'request', dimensions: { code }, minutes: 5 }),
  }));
