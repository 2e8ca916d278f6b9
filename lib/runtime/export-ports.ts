import type { BeginExportPorts } from '../exports/begin-export.ts';
import type { ExportPorts } from '../exports/export-ports.ts';
import type { Call } from '../http/call.ts';
import { renderExport } from '../http/render-export.ts';
import { createExports } from '../storage/exports.ts';
import { authorOf } from './author-of.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { newId } from './new-id.ts';
import { startFunction } from './start-function.ts';

/** `EXPORT_WORKER` names the function that writes the file. */
export const exportPorts = ({ log }: Pick<Call, 'log'>): ExportPorts => ({
  exports: createExports(storage()),
  clock,
  log,
  wake: (id) => startFunction('EXPORT_WORKER', { export: id }),
});

export const beginExportPorts = (call: Pick<Call, 'by' | 'request_id' | 'log'>): BeginExportPorts => ({
  ...exportPorts(call),
  newId,
  by: authorOf(call),
  render: (begun) => ({ status: 200, body: JSON.stringify(renderExport(begun, null)) }),
});
