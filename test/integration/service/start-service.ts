import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { RulesDocument } from '../../../lib/types/routing.ts';
import { type AppConfig, startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { root } from '../local/run-program.ts';
import { rulesOf } from './rules-of.ts';

export type Service = {
  readonly base_url: string;
  readonly api_key: string;
  readonly psps: Readonly<Record<string, string>>;
  readonly admin: string;
  /** The link that signs in once at the console. */
  readonly console: string;
  /** What its functions were started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Everything written so far, the functions' log lines on standard error included. */
  readonly output: () => string;
  readonly appConfig: AppConfig;
  /** From now on nobody reads what it writes. */
  readonly stopReading: () => void;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Moves its clock by `clockStepMs`. */
  readonly passTime: () => void;
  /** `kill -9` of the process group. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type ServiceOptions = {
  readonly rules?: RulesDocument;
  readonly dataDir?: string;
  /** 1 where absent, so that a rule change need not be waited for. */
  readonly minimumPollSeconds?: number;
  /** How long AppConfig watches a change of the rules; not at all if undefined. */
  readonly watchMs?: number;
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** For Node, before the program. */
  readonly nodeArguments?: readonly string[];
  /** A time of its own, which passes only when the test says so, this many milliseconds at once. */
  readonly clockStepMs?: number;
};

/** `npm start` as a process of its own, all parts real; only AppConfig is served from here, so that a test can stop it or plant what no API takes. */
export const startService = async (options: ServiceOptions = {}): Promise<Service> => {
  const appConfig = await startAppConfig({
    seed: JSON.stringify(options.rules ?? rulesOf()),
    minimumPollSeconds: options.minimumPollSeconds ?? 1,
    ...(options.watchMs !== undefined && { watchMs: options.watchMs, rollbackMs: 1_200 }),
  });
  const program = [...nodeArgumentsOf(options), 'local/start.ts', ...parametersOf(options)];
  const child = spawn(process.execPath, program, {
    cwd: root,
    // As npm starts it, so that it ends when this process is gone.
    env: {
      ...clean(),
      npm_lifecycle_event: 'start',
      ...environmentOf(options, appConfig),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = collect(child);
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const alive = child.exitCode === null && child.signalCode === null;
    if (alive && child.pid !== undefined) process.kill(-child.pid, signal);
    await ended;
    await appConfig.close();
  };
  try {
    const ready = JSON.parse(await readyLine(child, output, ended));
    const { environment } = JSON.parse(readFileSync(noteOf(ready.base_url), 'utf8'));
    const stopReading = () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const passTime = () => void child.kill('SIGUSR2');
    const handles = { appConfig, stopReading, ended, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
    return { ...ready, environment, pid: child.pid ?? 0, output, passTime, ...handles };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
};

/** A folder that is gone after `remove`. */
export const temporaryFolder = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'service-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

const nodeArgumentsOf = ({ nodeArguments = [], clockStepMs }: ServiceOptions) => [
  ...nodeArguments,
  ...(clockStepMs === undefined ? [] : ['--import', './test/integration/service/programs/own-clock.ts']),
];

const parametersOf = ({ dataDir }: ServiceOptions) => [
  '--log=-',
  ...(dataDir === undefined ? [] : ['--data', dataDir]),
];

const environmentOf = ({ port, clockStepMs }: ServiceOptions, { url }: AppConfig) => ({
  PORT: String(port ?? 0),
  ...(clockStepMs !== undefined && { CLOCK_STEP_MS: String(clockStepMs) }),
  AWS_ENDPOINT_URL_APPCONFIG: url,
  AWS_ENDPOINT_URL_APPCONFIGDATA: url,
});

/** Nothing of the surroundings names a part elsewhere, and npm is not around. */
const clean = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(AWS_|PSP_|TABLE_|APPCONFIG_|RECOVERY_|npm_|PORT$|MODE$|PUBLIC_URL$|CARD_CAPTURE$|NODE_OPTIONS$)/.test(
          name,
        ),
    ),
  );

const collect = (child: ChildProcess): (() => string) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return () => text;
};

const readyLine = (child: ChildProcess, output: () => string, ended: Promise<unknown>): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const line = text
        .split('\n')
        .slice(0, -1)
        .find((candidate) => candidate.startsWith('{'));
      if (line !== undefined) resolve(line);
    });
    void ended.then(() => reject(new Error(`The service ended before it was ready: ${output()}`)));
  });

const noteOf = (base_url: string): string =>
  join(tmpdir(), `payment-routing-${userInfo().uid}`, `${new URL(base_url).port}.json`);
