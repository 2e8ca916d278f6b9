import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The repository, where programs are started. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export type Program = {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The first complete line of standard output for which this holds; rejects when the program ends before. */
  readonly line: (matches: (line: string) => boolean) => Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
};

/** Runs a TypeScript program, or a shell command, in the repository with `environment` over this process's own. */
export const runProgram = (
  command: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Program => {
  const child = spawn(command, parameters, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const line = (matches: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = stdout.split('\n').slice(0, -1).find(matches);
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', look);
      void ended.then(() => reject(new Error(`ended before: ${stdout}${stderr}`)));
      look();
    });
  return { child, stdout: () => stdout, stderr: () => stderr, line, ended };
};

/** Resolves when nothing listens at this address any more. */
export const untilFree = async (url: string): Promise<void> => {
  while (await listens(Number(new URL(url).port))) await new Promise((resolve) => setTimeout(resolve, 10));
};

export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
