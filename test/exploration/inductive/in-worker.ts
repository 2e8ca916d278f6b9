import { Worker } from 'node:worker_threads';
import type { Report } from './check-family.ts';
import type { InductiveOrder } from './worker.ts';

/** Checks a slice in a thread of its own. */
export const inWorker = (order: InductiveOrder): Promise<Report> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
    worker.on('error', reject);
    worker.on('message', resolve);
    worker.on('exit', (code) => reject(new Error(`a thread ended without a report: ${code}`)));
  });
