import { attemptsOfTesters } from '../../lib/types/event-metrics.ts';
import type { AlarmDefinition } from '../base/alarm.ts';
import { eventMetric } from '../base/metrics.ts';
import { pspsOf } from '../dashboard/per-psp.ts';
import type { Environment } from '../environments.ts';

/** What can go wrong with money, PSPs, rules and callers, by the functions' reports. */
export const paymentAlarms = (environment: Environment): readonly AlarmDefinition[] => [
  ...moneyAlarms(environment),
  ...(environment.alarms === 'all'
    ? [
        ...recoveryAlarms(environment),
        deadPspAlarm(environment),
        ...pspsOf(environment).flatMap((psp) => pspAlarms(environment, psp)),
        ...ruleAlarms(environment),
        ...callerAlarms(environment),
      ]
    : []),
];

/** The alarms of every environment. */
const moneyAlarms = (environment: Environment): AlarmDefinition[] => [
  {
    id: 'needs-review',
    means:
      'A person must act: recovery has used up its schedule on a charge, a signed event contradicts what is known, an order was paid twice, an account’s API key is not known to be of the same account, or a webhook endpoint was disabled after failing for five days.',
    metric: eventMetric(environment, { metric: 'needs_review' }),
    threshold: 1,
  },
  {
    id: 'late-effect',
    means: 'A PSP took money for an abandoned attempt; it is being returned.',
    metric: eventMetric(environment, { metric: 'late_effect' }),
    threshold: 1,
  },
  {
    id: 'record-broken',
    means:
      'A write to a charge does not add up, or a PSP reports something impossible. Only a line with `stored: true` means that a record is wrong.',
    metric: eventMetric(environment, { metric: 'record_broken', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'decision-contradicted',
    means:
      'A PSP contradicts a person’s decision about a charge, or its own word on a refund. The PSP’s last word counts, except for late money that was called returned.',
    metric: eventMetric(environment, { metric: 'decision_contradicted' }),
    threshold: 1,
  },
  {
    id: 'open-too-long',
    means:
      'Something has been open for more than 26 hours, longer than a customer and the first daily check take.',
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
    id: 'recovery-failed',
    means:
      'Three times, a charge, an expired session, a delivery, a rollout or the health of PSPs could not be handled. Work continues with the others and comes back to these.',
    metric: eventMetric(environment, { metric: 'recovery_failed', minutes: 15 }),
    threshold: 3,
  },
  {
    id: 'record-parked',
    means:
      'A change of a payment could not be turned into events or list entries. It is set aside until somebody redrives it.',
    metric: eventMetric(environment, { metric: 'record_parked', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'operation-taken-back',
    means: 'A PSP reported a refund, a capture, or the return of late money as done, and later as failed.',
    metric: eventMetric(environment, { metric: 'operation_taken_back', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'amount-mismatch',
    means:
      'A PSP reports a payment, a refund or a refund total with a different amount or currency than ours, or more was returned than captured.',
    metric: eventMetric(environment, { metric: 'amount_mismatch', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'request-refused-by-psp',
    means:
      'A PSP calls our request malformed, says the account is not set up for it, declines or fails with a code that has no line, or sends an event that cannot be read.',
    metric: eventMetric(environment, { metric: 'request_refused_by_psp', minutes: 5 }),
    threshold: 1,
  },
];

const deadPspAlarm = (environment: Environment): AlarmDefinition => ({
  id: 'psp-dead',
  means:
    'A PSP account answers no attempt any more: it is down, cannot be reached or rejects our credentials. The log line says which.',
  metric: eventMetric(environment, { metric: 'psp_dead', minutes: 5 }),
  threshold: 1,
});

const pspAlarms = (environment: Environment, psp: string): AlarmDefinition[] => [
  {
    id: 'unknown-outcomes',
    of: psp,
    means: `${psp} leaves outcomes unknown. Those customers wait, and no other PSP may be tried for them.`,
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
    id: 'rules-not-refreshed',
    means:
      'AppConfig has not answered for five minutes, or which PSPs are closed cannot be read. The service continues with what it has.',
    metric: eventMetric(environment, { metric: 'routing_rules_poll_failed' }),
    threshold: 1,
    periods: 5,
  },
  {
    id: 'psp-sick',
    means:
      'A PSP does clearly worse than before and than the others. Rules that steer move sessions away from it.',
    metric: eventMetric(environment, { metric: 'psp_sick', minutes: 5 }),
    threshold: 1,
  },
];

const callerAlarms = (environment: Environment): AlarmDefinition[] =>
  (
    [
      {
        id: 'card-testing',
        means:
          'Many attempts are rejected as too many for one session, card or address, or a payment link has had as many in vain as it may have.',
        code: 'too_many_attempts',
        threshold: attemptsOfTesters,
        minutes: 5,
      },
      {
        id: 'refused-tokens',
        means: 'Many calls come with a wrong or revoked token.',
        code: 'token_invalid',
        threshold: 100,
        minutes: 5,
      },
      {
        id: 'webhooks-refused',
        means: 'Webhooks arrive with a signature that matches none of the account’s secrets.',
        code: 'signature_invalid',
        // Two payments, with what a PSP tells of each and repeats: a small merchant has no more in an hour.
        threshold: 5,
        minutes: 60,
      },
    ] as const
  ).map(({ code, minutes, ...definition }) => ({
    ...definition,
    metric: eventMetric(environment, { metric: 'request', dimensions: { code }, minutes }),
  }));
