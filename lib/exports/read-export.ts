import type { Export } from '../types/export.ts';
import type { ExportPorts } from './export-ports.ts';

/** A worker records its progress more often. After this long without it, it is gone. */
const gone_ms = 60_000;
/** What ends this many workers would end more of them. */
const most_tries = 3;

/** No worker is at it, or the one that was is gone. */
export const isWaiting = ({ status, alive }: Export, now: number): boolean =>
  status === 'running' && now - alive > gone_ms;

/** How far an export is. One whose worker is gone gets another, at most three in all; then it has failed. */
export const readExport = async (
  { exports, clock, wake }: ExportPorts,
  id: string,
): Promise<Export | undefined> => {
  const found = await exports.find(id);
  if (!found || !isWaiting(found, clock.now())) return found;
  if (found.tries >= most_tries) return (await exports.write({ ...found, status: 'failed' })) ?? found;
  await wake(id);
  return found;
};
