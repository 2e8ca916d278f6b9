import { Worker } from 'node:worker_threads';
import type {
  JudgeName,
  Rehearsal,
  ThreadOrder,
  ThreadReport,
  ThreadRequest,
  Verdict,
} from './thread/order.ts';

export type JudgingThread = {
  readonly rehearse: (suites: readonly string[]) => Promise<Rehearsal>;
  /** A thread that crashes or hangs over a mutant has caught it, and is replaced. */
  readonly judge: (request: Exclude<ThreadRequest, { kind: 'rehearse' }>) => Promise<Verdict>;
  readonly stop: () => Promise<void>;
};

/** What was loaded anew is never let go of by Node, so that a thread is replaced after so many. */
const mostGenerations = 60;

export const startThread = (order: ThreadOrder): JudgingThread => {
  let worker: Worker | undefined;
  let generations = 0;
  const fresh = (): Worker => {
    generations = 0;
    return new Worker(new URL('./thread/thread.ts', import.meta.url), {
      workerData: order,
      // What the suites print is of no interest here.
      stdout: true,
      stderr: true,
    });
  };
  const drop = async (): Promise<void> => {
    const old = worker;
    worker = undefined;
    await old?.terminate();
  };
  const ask = async (request: ThreadRequest): Promise<Rehearsal | Verdict> => {
    worker ??= fresh();
    const asked = worker;
    let running: JudgeName = { suite: 'none', name: 'loads' };
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve) => {
        const ended = (how: string): void => resolve({ kind: 'verdict', caught: { by: running, how } });
        // A thread in an endless loop says nothing any more.
        const wait = (): void => {
          clearTimeout(timer);
          timer = setTimeout(() => ended('hangs'), 1.5 * order.patience_ms);
        };
        wait();
        asked.on('error', (error) => ended(`crashes: ${error instanceof Error ? error.message : error}`));
        asked.on('message', (report: ThreadReport) => {
          if (report.kind !== 'running') return resolve(report);
          running = report.judge;
          wait();
        });
        asked.postMessage(request);
      });
    } finally {
      clearTimeout(timer);
      asked.removeAllListeners('message').removeAllListeners('error');
      // A late rejection of a test that was given up is nobody's.
      asked.on('error', () => {
        if (worker === asked) worker = undefined;
      });
    }
  };
  return {
    rehearse: async (suites) => {
      const reported = await ask({ kind: 'rehearse', suites });
      if (reported.kind !== 'rehearsed') throw new Error(`without a mutant: ${JSON.stringify(reported)}`);
      return reported;
    },
    judge: async (request) => {
      if (request.kind === 'judge_anew' && generations++ >= mostGenerations) await drop();
      const reported = await ask(request);
      if (reported.kind !== 'verdict') throw new Error('a rehearsal was not asked for');
      if (reported.caught && /^(hangs|crashes)/.test(reported.caught.how)) await drop();
      return reported;
    },
    stop: drop,
  };
};
