import type { HealthStore } from '../../types/health.ts';
import type { Clock, EventSink, Report, RowStore } from '../../types/ports.ts';

/** The world as the folding of health sees it. */
export type HealthPorts = {
  readonly health: HealthStore;
  readonly rows: RowStore;
  readonly sinks: readonly EventSink[];
  readonly clock: Clock;
  readonly report: Report;
  readonly livemode: boolean;
  /** Seconds of a window. */
  readonly tick_s: number;
};
