import type { Author } from '../types/audit-entry.ts';
import type { Export, ExportQuery } from '../types/export.ts';
import type { NewId } from '../types/ports.ts';
import type { RenderedResponse } from '../types/records.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { findStoredResponse } from '../types/seen-before.ts';
import type { ExportPorts } from './export-ports.ts';
import { startWorker } from './start-worker.ts';

export type BeginExportPorts = ExportPorts & {
  readonly newId: NewId;
  readonly by: Author;
  readonly render: (begun: Export) => RenderedResponse;
};

/** Stores the request and starts its worker. */
export const beginExport = async (
  ports: BeginExportPorts,
  query: ExportQuery,
  idempotency: Idempotency | undefined,
): Promise<Result> => {
  const { exports, clock, newId, by, render } = ports;
  const created = clock.now();
  const id = newId('exp');
  const begun: Export = {
    ...query,
    id,
    rev: 0,
    status: 'running',
    rows: 0,
    tries: 0,
    claimed: false,
    created,
    alive: created,
  };
  const response = render(begun);
  const added = await exports.add(begun, {
    remembered: idempotency && { key: idempotency.key, hash: idempotency.hash, answer: response },
    act: { ...by, target: id },
  });
  if (!added) {
    const before = await findStoredResponse(exports, idempotency);
    if (before) return before;
    throw new Error(`The export ${id} was not stored.`);
  }
  await startWorker(ports, { ...begun, rev: 1 });
  return { replay: response, first: true };
};
