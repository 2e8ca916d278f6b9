import { Worker } from 'node:worker_threads';
import type { WorkOrder, WorkReport } from './worker.ts';

/** Runs an order in a thread of its own. Resolves to its last report; `progress` gets every one. */
export const startWorker = (
  order: WorkOrder,
  progress: (report: WorkReport) => void,
): { readonly ended: Promise<WorkReport>; readonly stop: () => void } => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
  const ended = new Promise<WorkReport>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (report: WorkReport) => {
      progress(report);
      if (report.done) resolve(report);
    });
    worker.on('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
  });
  ended.catch(() => undefined);
  return { ended, stop: () => void worker.terminate() };
};
