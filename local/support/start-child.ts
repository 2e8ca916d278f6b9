import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:net';
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
    ...apart,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(environment && { env: { ...environment } }),
  });
  child.stdout.setEncoding('utf8').on('data', onOutput);
  child.stdin.on('error', () => {});
  return supervise(child, () => child.stdin.destroy());
};

/** Starts a program of ours that serves on `socket`: it gets its orders and the socket in a message, and says `ready`. It ends when its channel does. */
export const startServing = async (
  command: string,
  parameters: readonly string[],
  orders: object,
  socket: Server,
): Promise<Child & { readonly isReady: boolean }> => {
  const spawned = spawn(command, parameters, { ...apart, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const child = supervise(spawned, () => spawned.connected && spawned.disconnect());
  const ready = new Promise<boolean>((resolve) => spawned.once('message', () => resolve(true)));
  // If it cannot be sent, the program has ended.
  spawned.send(orders, socket, () => socket.close());
  const isReady = await Promise.race([ready, child.ended.then(() => false)]);
  return { ...child, isReady };
};

const apart = { detached: true, windowsHide: true };

const supervise = (child: ChildProcess, letGo: () => unknown): Child => {
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer | string) => {
      output = (output + chunk.toString()).slice(-4_096);
    });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      letGo();
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const patience = new AbortController();
    await Promise.race([ended, sleep(1_000, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    letGo();
    await ended;
  };
  return { ended, hasEnded: () => hasEnded, output: () => output, stop };
};
