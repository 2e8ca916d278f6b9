import type { HealthRecord } from '../../types/health.ts';
import { eventRow } from '../event-row.ts';
import { healthEvents } from './health-events.ts';
import type { HealthPorts } from './health-ports.ts';

/**
 * Publishes every unpublished verdict, in order, and records that. May stop anywhere: the next run publishes the rest, and a verdict published twice
 * has the same ids.
 */
export const publishVerdicts = async (ports: HealthPorts, record: HealthRecord): Promise<void> => {
  const { health, rows, sinks, log, livemode } = ports;
  for (let version = record.told + 1; version <= record.version; version++) {
    const [former, verdict] = await Promise.all([health.verdict(version - 1), health.verdict(version)]);
    if (!verdict) continue;
    const events = healthEvents(former, verdict, livemode);
    await rows.putRows(events.map(eventRow));
    for (const sink of sinks) await sink(events);
    for (const { data } of events)
      log({
        event: 'psp_health_changed',
        version,
        psp: data.psp,
        currency: data.currency,
        state: data.status,
        signal: data.reason,
      });
  }
  await health.replace({ ...record, rev: record.rev + 1, told: record.version }, []);
};
