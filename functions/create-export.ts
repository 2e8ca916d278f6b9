import { endpoint } from '../lib/edge/endpoint.ts';
import { beginExportPorts } from '../lib/edge/export-ports.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { beginExport } from '../lib/exports/begin-export.ts';
import { createExport } from '../lib/http/routes.ts';
import { createExportBody } from '../lib/http/schemas/create-export-body.ts';

readAhead(tokens.records);

export const handler = endpoint(createExport, createExportBody, async (call) => {
  const asked = await call.idempotent('');
  return beginExport(beginExportPorts(call), call.body, asked?.idempotency);
});
