import type { Export } from '../types/export.ts';
import type { ExportWorkerPorts } from './export-ports.ts';
import { fileName } from './file-name.ts';

const recorded_every_ms = 5_000;
/** The longest that storing the last part of a file and putting the file together may take. */
const last_ms = 180_000;

class Ended extends Error {}

/**
 * The worker. Writes the whole file and records its progress. If a worker dies, its file is dropped, and the next read of the export starts another.
 * If two run at once, the one whose write is refused ends. An export that takes longer than one worker's time has failed.
 */
export const runExport = async (ports: ExportWorkerPorts, id: string): Promise<void> => {
  const { exports, files, clock } = ports;
  const found = await exports.find(id);
  if (found?.status !== 'running' || found.claimed) return;
  const { refused_since: _, ...started } = found;
  const claimed = await exports.write({
    ...started,
    claimed: true,
    rows: 0,
    tries: found.tries + 1,
    alive: clock.now(),
  });
  if (!claimed) return;
  const work = { at: claimed, late: false };
  try {
    await files.write(fileName(claimed), claimed.format, partsOf(ports, work));
  } catch (error) {
    if (work.late) await exports.write({ ...work.at, status: 'failed', failure: 'too_long' });
    if (error instanceof Ended) return;
    await exports.write({ ...work.at, alive: 0 }).catch(() => undefined);
    throw error;
  }
  await exports.write({ ...work.at, status: 'done', alive: clock.now() });
};

/** The export's newest revision, and whether the time ran out. */
type Work = { at: Export; late: boolean };

async function* partsOf(ports: ExportWorkerPorts, work: Work): AsyncGenerator<string> {
  const { header, row, between, footer } = ports.formOf(work.at);
  yield header;
  for await (const records of ports.records(work.at)) {
    const text = records.map(row).join(between);
    yield work.at.rows > 0 ? between + text : text;
    work.at = { ...work.at, rows: work.at.rows + records.length };
    await recordProgress(ports, work);
  }
  yield footer;
}

const recordProgress = async ({ exports, clock, deadline }: ExportWorkerPorts, work: Work): Promise<void> => {
  const now = clock.now();
  if (now + last_ms > deadline) work.late = true;
  if (work.late) throw new Ended();
  if (now - work.at.alive < recorded_every_ms) return;
  const written = await exports.write({ ...work.at, alive: now });
  if (!written) throw new Ended();
  work.at = written;
};
