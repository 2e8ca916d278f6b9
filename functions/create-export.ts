import { createExportBody } from '../lib/contract/bodies/create-export-body.ts';
import { beginExport } from '../lib/exports/begin-export.ts';
import { createExport } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { beginExportPorts } from '../lib/runtime/export-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(createExport, createExportBody, async (call) => {
  const asked = await call.idempotent('');
  return beginExport(beginExportPorts(call), call.body, asked?.idempotency);
});
