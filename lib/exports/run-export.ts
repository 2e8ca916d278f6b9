import type { Export } from '../types/export.ts';
import type { ExportWorkerPorts } from './export-ports.ts';
import { fileName } from './file-name.ts';
import { isWaiting } from './read-export.ts';

const recorded_every_ms = 5_000;
/** The time to store the end of the file. */
const last_ms = 20_000;

/** Why a worker ends before its file does. */
class Ended extends Error {}

/**
 * The worker. Writes the file in one go and records how far it is; the file of a worker that dies is thrown away. Of two workers, the one whose write
 * is refused ends. What does not fit into the time of one has failed.
 */
export const runExport = async (ports: ExportWorkerPorts, id: string): Promise<void> => {
  const { exports, files, clock } = ports;
  const found = await exports.find(id);
  const now = clock.now();
  if (!found || !isWaiting(found, now)) return;
  const claimed = await exports.write({ ...found, rows: 0, tries: found.tries + 1, alive: now });
  if (!claimed) return;
  const work = { at: claimed, late: false };
  try {
    await files.write(fileName(claimed), claimed.format, partsOf(ports, work));
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    if (work.late) await exports.write({ ...work.at, status: 'failed' });
    return;
  }
  await exports.write({ ...work.at, status: 'done', alive: clock.now() });
};

/** Its newest revision, and whether the time ran out. */
type Work = { at: Export; late: boolean };

async function* partsOf(ports: ExportWorkerPorts, work: Work): AsyncGenerator<string> {
  const { head, row, between, foot } = ports.formOf(work.at);
  yield head;
  for await (const records of ports.records(work.at)) {
    const text = records.map(row).join(between);
    yield work.at.rows > 0 ? between + text : text;
    work.at = { ...work.at, rows: work.at.rows + records.length };
    await recordProgress(ports, work);
  }
  yield foot;
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
