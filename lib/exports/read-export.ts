import type { Export } from '../types/export.ts';
import type { ExportPorts } from './export-ports.ts';

/** A worker records its progress more often: no call of its takes this long. After this long without it, it is gone. */
const gone_ms = 300_000;
/** What ends this many workers would end more of them. */
const most_tries = 3;

/** The worker that was at it, or was to be, is gone. */
const isAbandoned = ({ status, alive }: Export, now: number): boolean =>
  status === 'running' && now - alive > gone_ms;

/** How far an export is. One whose worker is gone gets another, at most three in all; then it has failed. */
export const readExport = async (
  { exports, clock, wake }: ExportPorts,
  id: string,
): Promise<Export | undefined> => {
  const found = await exports.find(id);
  if (!found || !isAbandoned(found, clock.now())) return found;
  const failed = found.tries >= most_tries;
  // Noted before it is started, so that the next read does not start a third.
  const next = failed
    ? { ...found, status: 'failed' as const }
    : { ...found, claimed: false, alive: clock.now() };
  const written = await exports.write(next);
  if (written && !failed) await wake(id).catch(() => exports.write({ ...written, alive: 0 }));
  return written ?? found;
};
