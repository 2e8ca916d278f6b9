import type { ExportObject } from '../contract/export.ts';
import type { Export } from '../types/export.ts';

/** The file contains everything from more than this long before its request: the stream of changes takes less. */
const recorded_after_s = 120;

/** `url`: a link to the file, once it is complete. */
export const renderExport = (found: Export, url: string | null): ExportObject => {
  const { id, what, from, to, time_zone, format, status, failure = null, rows } = found;
  const created = Math.floor(found.created / 1000);
  const complete_until = Math.min(to, created - recorded_after_s);
  return {
    id,
    object: 'export',
    what,
    from,
    to,
    time_zone,
    format,
    status,
    failure,
    rows,
    complete_until,
    url,
    created,
  };
};
