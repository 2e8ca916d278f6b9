import { errorName } from '../types/error-name.ts';
import type { Export } from '../types/export.ts';
import type { ExportPorts } from './export-ports.ts';

/** For so long, a worker that could not be started is started by a later read. */
const retry_ms = 900_000;

/** Starts the worker of an export. If it cannot be started, the next read tries again; an export that has waited too long has failed. */
export const startWorker = async (
  { exports, clock, wake, log }: ExportPorts,
  found: Export,
): Promise<Export> => {
  try {
    await wake(found.id);
    return found;
  } catch (error) {
    log({ event: 'export_not_started', export: found.id, error: errorName(error) });
    const now = clock.now();
    const { refused_since = now } = found;
    const next = { ...found, refused_since, alive: 0 };
    const isOver = now - refused_since > retry_ms;
    return (
      (await exports.write(isOver ? { ...next, status: 'failed', failure: 'not_started' } : next)) ?? found
    );
  }
};
