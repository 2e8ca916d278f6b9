import type { RecordingPorts } from '../events/record-batch.ts';
import { parkRecord } from '../storage/parked-records.ts';
import { readStreamRecord } from '../storage/read-stream-record.ts';
import { createRowStore } from '../storage/rows.ts';
import type { EventSink } from '../types/ports.ts';
import type { StreamRecord } from '../types/stream-record.ts';
import { storage } from './dynamodb.ts';
import { report } from './report.ts';

/** Where events go once they are stored. */
const sinks: readonly EventSink[] = [];

/** The world as `record-events` sees it, over the tables that the environment names. */
export const recordingPorts = (): RecordingPorts<StreamRecord> => ({
  read: (record) => readStreamRecord(storage(), record),
  rows: createRowStore(storage()),
  sinks,
  park: (record, error) => parkRecord(storage(), record, error),
  report: (event) => report({ route: 'record-events', ...event }),
});
