import { Worker } from 'node:worker_threads';
import type { Order, Report } from './order.ts';

/** Explores in a thread of its own. `told` gets a report for each job; resolves to all of them. */
export const startWorker = (order: Order, reported: (report: Report) => void = () => undefined) =>
  new Promise<readonly Report[]>((resolve, reject) => {
    const reports: Report[] = [];
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
    worker.on('error', reject);
    worker.on('message', (report: Report) => {
      reports.push(report);
      reported(report);
    });
    worker.on('exit', () => resolve(reports));
  });

/** Works through a list on so many threads at once. */
export const inThreads = async <Item>(
  threads: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = [...items];
  const thread = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: threads }, thread));
};
