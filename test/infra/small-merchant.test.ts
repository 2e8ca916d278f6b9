import { expect, test } from '@jest/globals';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { paymentAlarms } from '../../infra/alarms/payment-alarms.ts';
import { environments } from '../../infra/environments.ts';

/** What a merchant with two payments an hour gets of a PSP that tells two things of each, and repeats what was refused. */
const webhooks_an_hour = 2 * 2 * 2;

test('a small merchant learns within an hour that a PSP signs with another secret', () => {
  const alarms = paymentAlarms(environments.prod).filter(({ id }) => id === 'webhooks-refused');
  expect(alarms).toHaveLength(1);
  for (const { metric, threshold } of alarms) {
    expect((metric as Metric).period.toHours()).toBe(1);
    expect(threshold).toBeLessThanOrEqual(webhooks_an_hour);
  }
});
