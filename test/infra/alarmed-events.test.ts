import { describe, expect, test } from '@jest/globals';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { paymentAlarms } from '../../infra/alarms/payment-alarms.ts';
import { environments } from '../../infra/environments.ts';
import { embeddedMetrics, type LogEvent } from '../../lib/types/event-metrics.ts';

const more: Partial<Record<LogEvent, object>> = { payment_link_used_up: { code: 'too_many_attempts' } };

/** The alarms of production that so many reports of this event set off. */
const alarmsOf = (event: LogEvent, reports = 1, given: object = {}): readonly string[] => {
  const fields = { charge: 'ch_1', psp: 'stripe', ...more[event], ...given };
  const added = embeddedMetrics({ event, ...fields }, 'Payments/prod', 0);
  return paymentAlarms(environments.prod).flatMap(({ id, metric, threshold, when }) => {
    if (!(metric instanceof Metric) || when === 'below') return [];
    const split = Object.entries(metric.dimensions ?? {});
    if (
      split.some(([name, value]) => Object.entries(fields).every(([key, is]) => key !== name || is !== value))
    )
      return [];
    const sum = added[metric.metricName];
    return metric.statistic === 'Sum' && typeof sum === 'number' && sum * reports >= threshold ? id : [];
  });
};

describe('an event that a person must know of raises an alarm the first time it is reported', () => {
  test.each<[LogEvent, string]>([
    ['needs_review', 'needs-review'],
    ['order_paid_twice', 'needs-review'],
    ['webhook_endpoint_disabled', 'needs-review'],
    ['webhook_not_believed', 'needs-review'],
    ['other_payment', 'needs-review'],
    ['late_effect', 'late-effect'],
    ['invariant_broken', 'record-broken'],
    ['impossible', 'record-broken'],
    ['decision_contradicted', 'decision-contradicted'],
    ['capture_failed', 'operation-taken-back'],
    ['refund_failed_late', 'operation-taken-back'],
    ['webhook_amount_mismatch', 'amount-mismatch'],
    ['refund_amount_mismatch', 'amount-mismatch'],
    ['look_up_amount_mismatch', 'amount-mismatch'],
    ['refund_total_differs', 'amount-mismatch'],
    ['over_returned', 'amount-mismatch'],
    ['payment_link_used_up', 'card-testing'],
  ])('%s: %s', (event, alarm) => {
    expect(alarmsOf(event)).toEqual([alarm]);
  });

  test.each<LogEvent>(['webhook_worker_failed', 'settling_not_started', 'health_not_folded'])(
    'work beside recovery that fails each minute raises the alarm of recovery: %s',
    (event) => {
      expect(alarmsOf(event, 2)).toEqual([]);
      expect(alarmsOf(event, 3)).toEqual(['recovery-failed']);
    },
  );

  test('a signed webhook that cannot be read raises the alarm of codes without a line; one with no right signature does not', () => {
    const refused = (reason: string) => alarmsOf('webhook_refused', 1, { reason });
    expect(refused('malformed')).toEqual(['request-refused-by-psp']);
    expect(['signature', 'too_old', 'unanswered'].flatMap(refused)).toEqual([]);
  });

  test.each<LogEvent>(['capture', 'cancel', 'refund'])(
    'so does a %s that failed with an unknown code',
    (event) => {
      expect(alarmsOf(event, 1, { outcome: 'failed', reason: 'unmapped' })).toEqual([
        'request-refused-by-psp',
      ]);
      expect(alarmsOf(event, 1, { outcome: 'failed', reason: 'processor_error' })).toEqual([]);
      expect(alarmsOf(event, 1, { outcome: 'succeeded' })).toEqual([]);
    },
  );

  test('a harmless event raises none', () => {
    expect(alarmsOf('external_change')).toEqual([]);
    expect(alarmsOf('decided_by_person')).toEqual([]);
  });
});
