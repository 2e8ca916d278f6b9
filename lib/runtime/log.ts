import { embeddedMetrics } from '../types/event-metrics.ts';
import type { Log } from '../types/ports.ts';

/** Writes each event as one line of JSON to standard output: CloudWatch's log, and the source of every metric (`METRICS_NAMESPACE`). */
export const log: Log = (event) => {
  const now = Date.now();
  const metrics = embeddedMetrics(event, process.env.METRICS_NAMESPACE ?? 'Payments/local', now);
  process.stdout.write(`${JSON.stringify({ at: new Date(now).toISOString(), ...event, ...metrics })}\n`);
};
