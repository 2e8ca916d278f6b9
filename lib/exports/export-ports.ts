import type { ExportedRecords, ExportFiles, ExportQuery, ExportStore, FileForm } from '../types/export.ts';
import type { Clock, Log } from '../types/ports.ts';

export type ExportPorts = {
  readonly exports: ExportStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Starts the worker of an export without waiting for it. */
  readonly wake: (id: string) => Promise<void>;
};

export type ExportWorkerPorts = Pick<ExportPorts, 'exports' | 'clock'> & {
  readonly records: ExportedRecords;
  readonly files: Pick<ExportFiles, 'write'>;
  readonly formOf: (query: ExportQuery) => FileForm;
  /** Unix milliseconds at which the worker ends. */
  readonly deadline: number;
};
