import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { findRunningService } from '../../local/support/running-service.ts';

export type Victim = {
  readonly base_url: string;
  readonly api_key: string;
  readonly kills: () => number;
  /** What recovery has done, former lives included. */
  readonly recovery: () => RecoveryProgress;
  readonly killAndRestart: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** What its functions read from their environment. */
  readonly environment: () => Readonly<Record<string, string>>;
};

/** `whole_runs`: those in which time did not run out. `idle`: the last run found nothing due. */
export type RecoveryProgress = {
  readonly runs: number;
  readonly whole_runs: number;
  readonly looks: number;
  readonly idle: boolean;
};

const start = fileURLToPath(new URL('../../local/start.ts', import.meta.url));

/** Seconds between looks, compressed: what a day would bring comes within minutes. */
export const schedule_s = [8, 12, 18, 30, 60, 100, 130, 150, 180, 210] as const;

/** A run has 55 s and begins no look in the last 25: if the next one ends sooner than this after the last, it was not cut short. */
const wholeRun_ms = 28_000;

/** The whole service as a process of its own, its PSPs outside it: they survive its death, as they would. */
export const startVictim = async ({
  dataDir,
  simulators,
}: {
  readonly dataDir: string;
  readonly simulators: PspSimulators;
}): Promise<Victim> => {
  let kills = 0;
  let recovery: RecoveryProgress = { runs: 0, whole_runs: 0, looks: 0, idle: false };
  let ranAt = 0;
  let child: ChildProcess | undefined;
  let port = 0;

  const ran = ({ looked = 0, needs_review = 0 }: Readonly<Record<string, number>>): void => {
    const now = Date.now();
    const whole = now - ranAt < wholeRun_ms;
    ranAt = now;
    recovery = {
      runs: recovery.runs + 1,
      whole_runs: recovery.whole_runs + (whole ? 1 : 0),
      looks: recovery.looks + looked + needs_review,
      idle: looked + needs_review === 0,
    };
  };

  const boot = async (): Promise<{ readonly base_url: string; readonly api_key: string }> => {
    child = spawn(process.execPath, [start, '--quiet', '--log', '-', '--data', `${dataDir}/service`], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...pspVariables(simulators),
        PORT: String(port),
        RECOVERY_SCHEDULE_S: schedule_s.join(','),
        RECOVERY_ABSENCE_MARGIN_S: '40',
      },
    });
    // The functions' log, and beside it what nobody expected.
    createInterface({ input: child.stderr ?? raise('no log') }).on('line', (line) => {
      if (line.includes('"event":"recovery_run"')) ran(JSON.parse(line));
      if (!line.startsWith('{')) console.error(line);
    });
    for await (const line of createInterface({ input: child.stdout ?? raise('no output') }))
      if (line.startsWith('{"base_url"')) {
        child.stdout?.resume();
        return JSON.parse(line);
      }
    throw new Error('The service ended before it was ready.');
  };

  const first = await boot();
  port = Number(new URL(first.base_url).port);
  return {
    ...first,
    kills: () => kills,
    recovery: () => recovery,
    environment: () => findRunningService(port)?.environment ?? raise('The service does not run.'),
    killAndRestart: async () => {
      await ended(child, 'SIGKILL');
      kills += 1;
      await boot();
    },
    stop: () => ended(child, 'SIGTERM'),
  };
};

const pspVariables = ({ urls, credentials }: PspSimulators): Record<string, string> =>
  Object.fromEntries(
    Object.entries(urls).flatMap(([psp, url]) => [
      [`PSP_${psp.toUpperCase()}_BASE_URL`, url],
      [`PSP_${psp.toUpperCase()}_CREDENTIALS`, JSON.stringify(credentials[psp])],
    ]),
  );

const ended = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
};

const raise = (message: string): never => {
  throw new Error(message);
};
