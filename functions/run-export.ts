import type { Context } from 'aws-lambda';
import { runExport } from '../lib/exports/run-export.ts';
import { clock } from '../lib/runtime/clock.ts';
import { errorLine } from '../lib/runtime/error-line.ts';
import { exportWorkerPorts } from '../lib/runtime/export-worker-ports.ts';
import { log } from '../lib/runtime/log.ts';

/** The worker of an export. Started when an export is requested, and when one whose worker has stopped is read. */
export const handler = async (
  asked: { readonly export: string },
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const deadline = clock.now() + context.getRemainingTimeInMillis();
  try {
    await runExport(exportWorkerPorts(deadline), asked.export);
  } catch (error) {
    log({
      route: 'run-export',
      event: 'export_ended_early',
      export: asked.export,
      error: errorLine(error),
    });
    throw error;
  }
};
