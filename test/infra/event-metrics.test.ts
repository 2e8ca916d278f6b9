import { describe, expect, test } from '@jest/globals';
import { embeddedMetrics } from '../../lib/types/event-metrics.ts';

describe('embeddedMetrics', () => {
  const now = 1_763_600_000_000;

  test('writes the embedded metric format: counts, numbers, and the splits the event has fields for', () => {
    const event = { event: 'attempt', psp: 'stripe', outcome: 'captured', latency_ms: 210, session: 'cs_1' };
    expect(embeddedMetrics(event, 'Payments/dev', now)).toEqual({
      attempt: 1,
      attempt_latency_ms: 210,
      _aws: {
        Timestamp: now,
        CloudWatchMetrics: [
          {
            Namespace: 'Payments/dev',
            Dimensions: [['psp'], ['psp', 'outcome']],
            Metrics: [
              { Name: 'attempt', Unit: 'Count' },
              { Name: 'attempt_latency_ms', Unit: 'Milliseconds' },
            ],
          },
        ],
      },
    });
  });

  test('adds nothing to what is no metric, or has none of its splits', () => {
    expect(embeddedMetrics({ event: 'routing_rules_loaded', rules: 2 }, 'Payments/dev', now)).toEqual({});
    expect(embeddedMetrics({ event: 'request', status: 200 }, 'Payments/dev', now)).toEqual({});
    expect(embeddedMetrics({ event: 'constructor' }, 'Payments/dev', now)).toEqual({});
  });

  test('counts what has no split at all', () => {
    expect(embeddedMetrics({ event: 'needs_review', charge: 'ch_1' }, 'Payments/dev', now)).toMatchObject({
      needs_review: 1,
      _aws: { CloudWatchMetrics: [{ Dimensions: [[]] }] },
    });
  });
});
