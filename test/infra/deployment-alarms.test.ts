import { expect, test } from '@jest/globals';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { deploymentAlarms } from '../../infra/alarms/platform-alarms.ts';
import { environments } from '../../infra/environments.ts';
import { createRulesReader } from '../../lib/config/create-rules-reader.ts';
import { embeddedMetrics } from '../../lib/types/event-metrics.ts';
import type { LogRecord } from '../../lib/types/ports.ts';
import { settled } from '../unit/config/virtual-clock.ts';

/** What a process logs that starts while this document is in force. */
const loggedWith = async (content: string): Promise<readonly LogRecord[]> => {
  const logged: LogRecord[] = [];
  const source = {
    open: async () => 'token',
    poll: async () => ({ next_token: 'token', poll_after_ms: 15_000, content }),
  };
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };
  const log = (event: LogRecord): void => void logged.push(event);
  // It goes on asking.
  void createRulesReader({ source, clock, log })();
  await settled();
  return logged;
};

test.each(Object.values(environments).filter(({ canary }) => canary))(
  'a release that refuses the rules in force is taken back in $name',
  async (environment) => {
    const logged = await loggedWith('{"rules":{"default":{"a_field_of_another_release":1}}}');
    const added = Object.assign({}, ...logged.map((event) => embeddedMetrics(event, 'Payments', 0)));
    const rings = deploymentAlarms(environment).filter(
      ({ metric, threshold }) => metric instanceof Metric && added[metric.metricName] >= threshold,
    );
    expect(rings.map(({ id }) => id)).toEqual(['rules-not-taken-over']);
  },
);
