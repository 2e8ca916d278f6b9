import type { ExportWorkerPorts } from '../exports/export-ports.ts';
import { exportForm } from '../http/export-form.ts';
import { createExportedRecords } from '../storage/exported-records.ts';
import { storage } from './dynamodb.ts';
import { exportFiles } from './export-files.ts';
import { exportPorts } from './export-ports.ts';

/** `deadline`: Unix milliseconds. */
export const exportWorkerPorts = (deadline: number): ExportWorkerPorts => ({
  ...exportPorts(),
  records: createExportedRecords(storage()),
  files: exportFiles(),
  formOf: exportForm,
  deadline,
});
