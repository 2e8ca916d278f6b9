import { fileName, hasFile } from '../lib/exports/file-name.ts';
import { readExport } from '../lib/exports/read-export.ts';
import { exportTitle } from '../lib/http/export-title.ts';
import { renderExport } from '../lib/http/render-export.ts';
import { retrieveExport } from '../lib/http/routes.ts';
import { clock } from '../lib/runtime/clock.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { exportFiles } from '../lib/runtime/export-files.ts';
import { exportPorts } from '../lib/runtime/export-ports.ts';
import { ApiError } from '../lib/types/api-error.ts';

export const handler = endpoint(retrieveExport, undefined, async ({ path: { id }, log }) => {
  // Rows of other kinds have ids of other forms.
  const found = /^exp_\w{1,64}$/.test(id) ? await readExport(exportPorts({ log }), id) : undefined;
  if (!found)
    throw new ApiError('resource_missing', `There is no export ${id.slice(0, 64)}.`, { param: 'id' });
  const url = hasFile(found, clock.now())
    ? await exportFiles().link(fileName(found), exportTitle(found))
    : null;
  return { json: renderExport(found, url) };
});
