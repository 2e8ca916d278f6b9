import { describe, expect, test } from '@jest/globals';
import { embeddedMetrics, watchedCodes } from '../../lib/types/event-metrics.ts';

describe('embeddedMetrics', () => {
  const now = 1_763_600_000_000;
  const of = (event: Parameters<typeof embeddedMetrics>[0]) => embeddedMetrics(event, 'Payments/dev', now);
  const attempt = (outcome: string) =>
    of({ event: 'attempt', psp: 'stripe', outcome, latency_ms: 210, session: 'cs_1' });

  test('writes the embedded metric format: each series with its own split', () => {
    const series = (Name: string, Unit: string) => ({
      Namespace: 'Payments/dev',
      Dimensions: [['psp']],
      Metrics: [{ Name, Unit }],
    });
    expect(attempt('captured')).toEqual({
      attempt_ms: 210,
      payment_approved: 100,
      _aws: {
        Timestamp: now,
        CloudWatchMetrics: [series('attempt_ms', 'Milliseconds'), series('payment_approved', 'Percent')],
      },
    });
  });

  test.each([
    ['approved', { payment_approved: 100 }],
    ['do_not_honor', { payment_approved: 0 }],
    ['psp_unavailable', { payment_approved: 0 }],
    ['invalid_request', { payment_approved: 0, request_refused_by_psp: 1 }],
    ['unknown', { outcome_unknown: 1 }],
    ['requires_action', {}],
  ])('an attempt that is %s counts by what is known of it', (outcome, expected) => {
    const { _aws, ...numbers } = attempt(outcome);
    expect(numbers).toEqual({ attempt_ms: 210, ...expected });
  });

  test('a code without a line counts with refused requests: no series of its own', () => {
    expect(of({ event: 'code_unlisted', psp: 'stripe', code: 'something_new' })).toMatchObject({
      request_refused_by_psp: 1,
      _aws: { CloudWatchMetrics: [{ Dimensions: [[]] }] },
    });
  });

  test('a payment with 3-D Secure counts for the approval rate once, by its end', () => {
    const ended = (outcome: string) => of({ event: 'attempt_resolved', psp: 'stripe', outcome, open_ms: 9 });
    expect(attempt('requires_action')).not.toHaveProperty('payment_approved');
    expect(of({ event: 'authentication', psp: 'stripe', outcome: 'captured' })).toEqual({});
    expect(ended('captured')).toMatchObject({ payment_approved: 100 });
    expect(ended('authentication_failed')).toMatchObject({ payment_approved: 0 });
  });

  test('adds nothing to an event that is not a metric, or lacks the field of the split', () => {
    expect(of({ event: 'routing_rules_loaded', rules: 2 })).toEqual({});
    expect(of({ event: 'request', status: 200 })).toEqual({});
    expect(of({ event: 'defect' })).toEqual({});
  });

  test('a recovery run has looked at every charge whose end it reports', () => {
    expect(of({ event: 'recovery_run', resolved: 3, failed: 1 })).toMatchObject({ recovery_looked: 4 });
    expect(of({ event: 'recovery_run' })).toMatchObject({ recovery_looked: 0 });
  });

  test.each(watchedCodes)('a call refused with %s counts', (code) => {
    expect(of({ event: 'request', status: 400, code })).toMatchObject({ request: 1 });
  });

  test('a session without a PSP counts for the rules if the merchant creates it, and nothing that a stranger can repeat', () => {
    const at = (route: string) => of({ event: 'request', status: 400, code: 'no_eligible_psp', route });
    expect(at('create-checkout-session')).toMatchObject({ request: 1 });
    for (const route of ['begin-payment-link', 'confirm-checkout-session', 'create-payment-link'])
      expect(at(route)).toEqual({});
  });

  test('a call refused with a code that nobody watches costs no series', () => {
    for (const code of ['token_missing', 'resource_missing', 'charge_not_found', 'constructor'])
      expect(of({ event: 'request', status: 400, code })).toEqual({});
  });

  test('a card that did not get past the vault counts, whatever the reason', () => {
    const attempt = (outcome: string, code: string) => of({ event: 'attempt', outcome, code });
    for (const code of ['vault_unavailable', 'vault_refused'])
      expect(attempt('not_sent', code)).toMatchObject({ card_not_sent: 1 });
    expect(attempt('not_sent', 'dns')).not.toHaveProperty('card_not_sent');
    expect(attempt('declined', 'vault_refused')).not.toHaveProperty('card_not_sent');
  });

  test('what the vault refuses counts if neither a customer nor the time explains it', () => {
    const forward = (status: string | number) => of({ event: 'vault_forward', status });
    for (const status of ['key', 'account', 'path', 'slot_misplaced', 'request_shape'])
      expect(forward(`refused_${status}`)).toMatchObject({ vault_refused: 1 });
    for (const status of ['token', 'session', 'cvc_gone', 'too_late', 'vault_failed'])
      expect(forward(`refused_${status}`)).toEqual({});
    for (const status of [200, 402, 'lost_timeout', 'not_sent']) expect(forward(status)).toEqual({});
  });

  test('an account that the probe has not reached counts from the third time in a row', () => {
    const unreached = (in_a_row: number) =>
      of({ event: 'psp_unreachable', psp: 'adyen', says: 'answers 503', in_a_row });
    expect(unreached(1)).toEqual({});
    expect(unreached(2)).toEqual({});
    expect(unreached(3)).toMatchObject({ psp_sick: 1, _aws: { CloudWatchMetrics: [{ Dimensions: [[]] }] } });
    expect(unreached(60)).toMatchObject({ psp_sick: 1 });
  });

  test('counts an event without a split', () => {
    expect(of({ event: 'needs_review', charge: 'ch_1' })).toMatchObject({
      needs_review: 1,
      _aws: { CloudWatchMetrics: [{ Dimensions: [[]] }] },
    });
  });
});
