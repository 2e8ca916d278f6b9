import type { ExportWorkerPorts } from '../exports/export-ports.ts';
import { exportForm } from '../http/export-form.ts';
import { createExportedRecords } from '../storage/exported-records.ts';
import { createExports } from '../storage/exports.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { exportFiles } from './export-files.ts';

/** `deadline`: Unix milliseconds. */
export const exportWorkerPorts = (deadline: number): ExportWorkerPorts => ({
  exports: createExports(storage()),
  clock,
  records: createExportedRecords(storage()),
  files: exportFiles(),
  formOf: exportForm,
  deadline,
});
