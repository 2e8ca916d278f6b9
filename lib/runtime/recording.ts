import type { WindowPorts } from '../domain-events/record-window.ts';
import { enqueueDeliveries } from '../outbound-webhooks/enqueue-deliveries.ts';
import { keepMethod } from '../payments/sessions/payment-methods.ts';
import { createCardCap } from '../routing/health/card-cap.ts';
import { createHourCounters } from '../storage/hour-counters.ts';
import { parkRecord } from '../storage/parked-records.ts';
import { readStreamRecord } from '../storage/read-stream-record.ts';
import { createRowStore } from '../storage/rows.ts';
import type { EventSink, Log } from '../types/ports.ts';
import type { StreamRecord } from '../types/stream-record.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { healthTick, livemode } from './environment.ts';
import { healthStore } from './health.ts';
import { log } from './log.ts';
import { paymentMethodPorts } from './payment-methods.ts';
import { releaseCvc } from './release-cvc.ts';
import { vault } from './vault.ts';
import { enqueuePorts } from './webhook-ports.ts';

export const recordingLog: Log = (event) => log({ route: 'record-events', ...event });

/** Receives events once they are stored: the merchant's webhook endpoints. */
const sinks: readonly EventSink[] = [(events) => enqueueDeliveries(enqueuePorts(recordingLog), events)];

/** One for the process, so that two batches of the same hour share their counts. */
const cardCounts = createCardCap();

export const recordingPorts = (): WindowPorts<StreamRecord> => ({
  read: (record) => readStreamRecord({ ...storage(), livemode: livemode() }, record),
  rows: createRowStore(storage()),
  counters: createHourCounters(storage()),
  health: healthStore(),
  cardCounts,
  clock,
  tick_s: healthTick(),
  sequenceOf: ({ dynamodb }) => dynamodb?.SequenceNumber ?? '0',
  keep: (method) => keepMethod(paymentMethodPorts(), method),
  // A grant that was not closed expires within half an hour, so a failure neither delays nor parks the record.
  close: async (session) => {
    try {
      await vault()?.close?.(session);
    } catch {
      recordingLog({ event: 'grants_not_closed', session });
    }
  },
  releaseCvc: releaseCvc(recordingLog),
  sinks,
  park: (record, error, counted) => parkRecord(storage(), record, error, counted),
  log: recordingLog,
});
