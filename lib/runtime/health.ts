import type { HealthPorts } from '../domain-events/health/health-ports.ts';
import { enqueueDeliveries } from '../outbound-webhooks/enqueue-deliveries.ts';
import { type CachedVerdict, createCachedVerdict } from '../storage/cached-verdict.ts';
import { createHealthStore } from '../storage/health-store.ts';
import { createRowStore } from '../storage/rows.ts';
import type { HealthStore } from '../types/health.ts';
import type { Log } from '../types/ports.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { healthTick, livemode } from './environment.ts';
import { rules } from './rules.ts';
import { enqueuePorts } from './webhook-ports.ts';

export const healthStore = (): HealthStore => {
  store ??= createHealthStore(storage());
  return store;
};

export const healthPorts = (log: Log): HealthPorts => ({
  health: healthStore(),
  rows: createRowStore(storage()),
  sinks: [(events) => enqueueDeliveries(enqueuePorts(log), events)],
  clock,
  log: log,
  livemode: livemode(),
  tick_s: healthTick(),
});

export const verdicts = (): CachedVerdict => {
  reader ??= createCachedVerdict({
    read: () => healthStore().verdict(),
    rules: rules(),
    clock,
    tick_s: healthTick(),
  });
  return reader;
};

let store: HealthStore | undefined;
let reader: CachedVerdict | undefined;
