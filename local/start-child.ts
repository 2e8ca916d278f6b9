import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Child = {
  /** Resolves when the program has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  /** The last 4 KiB of its output. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

const guard = join(import.meta.dirname, 'guard.ts');

export type ChildOptions = {
  /** By default, this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Receives its standard output as it comes. */
  readonly onOutput?: (text: string) => void;
};

/** Starts a program that does not outlive this process. It has its own process group, so that ctrl-C reaches it only through `stop`. */
export const startChild = (
  command: string,
  parameters: readonly string[],
  { environment, onOutput = () => {} }: ChildOptions = {},
): Child => {
  const child = spawn(process.execPath, [guard, command, ...parameters], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
    ...(environment && { env: { ...environment } }),
  });
  child.stdout.setEncoding('utf8').on('data', onOutput);
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer | string) => {
      output = (output + chunk.toString()).slice(-4_096);
    });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      child.stdin.destroy();
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  child.stdin.on('error', () => {});

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const patience = new AbortController();
    await Promise.race([ended, sleep(1_000, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    child.stdin.destroy();
    await ended;
  };
  return { ended, hasEnded: () => hasEnded, output: () => output, stop };
};
