import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export type Child = {
  /** Resolves when the program has ended, however it did. */
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  /** What it wrote, the last 4 KiB. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/**
 * The shell between holds the reading end of a pipe whose writing end only this process has: when this process ends, `kill -9` included, `read`
 * sees the end of the pipe and the program is killed.
 */
const guard = `
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
( read -r _ <&3; kill -KILL $child ) 2>/dev/null &
reader=$!
exec 3<&-
trap 'kill -TERM $child' TERM
wait $child
status=$?
[ $status -gt 128 ] && wait $child
kill $reader 2>/dev/null
exit $status
`;

/** Starts a program that does not outlive this process. In a process group of its own, so that ctrl-C reaches it only through `stop`. */
export const startChild = (command: string, parameters: readonly string[]): Child => {
  const shell = spawn('/bin/sh', ['-c', guard, 'sh', command, ...parameters], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let hasEnded = false;
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_096);
    });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      shell.stdin.destroy();
      resolve();
    };
    shell.once('exit', end);
    shell.once('error', end);
  });
  shell.stdin.on('error', () => {});

  const stop = async (): Promise<void> => {
    shell.kill('SIGTERM');
    const patience = new AbortController();
    await Promise.race([ended, sleep(1_000, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    shell.stdin.destroy();
    await ended;
  };
  return { ended, hasEnded: () => hasEnded, output: () => output, stop };
};
