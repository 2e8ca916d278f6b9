import type { Export } from '../types/export.ts';
import type { ExportPorts } from './export-ports.ts';
import { startWorker } from './start-worker.ts';

/** A worker records its progress more often, and none of its calls takes this long. After this long without a record, it counts as dead. */
const gone_ms = 300_000;
/** Whatever has ended this many workers would end the next one too. */
const most_tries = 3;

/** The worker that was running, or that was to start, is dead. */
const isAbandoned = ({ status, alive }: Export, now: number): boolean =>
  status === 'running' && now - alive > gone_ms;

/** A worker was started, and was gone before it could count itself. */
const isLost = ({ claimed, alive }: Export): boolean => !claimed && alive > 0;

/** The progress of an export. If its worker is dead, another is started, at most three in all; then the export has failed. */
export const readExport = async (ports: ExportPorts, id: string): Promise<Export | undefined> => {
  const { exports, clock } = ports;
  const found = await exports.find(id);
  if (!found || !isAbandoned(found, clock.now())) return found;
  const tries = found.tries + Number(isLost(found));
  if (tries >= most_tries)
    return (await exports.write({ ...found, tries, status: 'failed', failure: 'ended_early' })) ?? found;
  // Recorded before the start, so that the next read does not start a third.
  const next = await exports.write({ ...found, tries, claimed: false, alive: clock.now() });
  return next ? startWorker(ports, next) : found;
};
