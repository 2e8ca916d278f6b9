import type { HealthStore } from '../../types/health.ts';
import type { Clock, EventSink, Log, RowStore } from '../../types/ports.ts';

export type HealthPorts = {
  readonly health: HealthStore;
  readonly rows: RowStore;
  readonly sinks: readonly EventSink[];
  readonly clock: Clock;
  readonly log: Log;
  readonly livemode: boolean;
  /** Length of a window in seconds. */
  readonly tick_s: number;
};
