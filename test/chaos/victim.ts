import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { findRunningService } from '../../local/running-service.ts';

export type Victim = {
  readonly base_url: string;
  readonly api_key: string;
  readonly kills: () => number;
  /** Runs of recovery that came to their end, those of former lives included. */
  readonly recoveryRuns: () => number;
  readonly killAndRestart: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** What its functions read from their environment. */
  readonly environment: () => Readonly<Record<string, string>>;
};

const start = fileURLToPath(new URL('../../local/start.ts', import.meta.url));

/** Seconds between looks, compressed: what a day would bring comes within minutes. */
export const schedule_s = [8, 12, 18, 30, 60, 100, 130, 150, 180, 210] as const;

/** The whole service as a process of its own, its PSPs outside it: they survive its death, as they would. */
export const startVictim = async ({
  dataDir,
  simulators,
}: {
  readonly dataDir: string;
  readonly simulators: PspSimulators;
}): Promise<Victim> => {
  let kills = 0;
  let runs = 0;
  let child: ChildProcess | undefined;
  let port = 0;

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
      if (line.includes('"event":"recovery_run"')) runs += 1;
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
    recoveryRuns: () => runs,
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
