import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../integration/local/run-program.ts';

export type Shell = {
  /** Runs these lines in the one shell, so that what they set is there for the next. `output` holds both streams. */
  readonly run: (code: string) => Promise<{ readonly output: string; readonly status: number }>;
  readonly close: () => Promise<void>;
};

/** No program prints it. */
const mark = '\u001e';
const finished = new RegExp(`^([\\s\\S]*)${mark}(\\d+)${mark}$`);
/** The slowest example waits for rules to be in force; one that waits for what never comes ends here. */
const limitMs = 300_000;

/** A bash in the root of the project, as a reader has it open beside the page. */
export const startShell = (environment: Readonly<Record<string, string | undefined>>): Shell => {
  const child = spawn('bash', ['--noprofile', '--norc'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'close');
  const close = async (): Promise<void> => {
    const alive = child.exitCode === null && child.signalCode === null;
    if (alive && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  let text = '';
  let received = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      received();
    });
  child.stdin.write('exec 2>&1\n');
  const run: Shell['run'] = async (code) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ output: string; status: number }>();
    text = '';
    received = () => {
      const [, output, status] = finished.exec(text) ?? [];
      if (output !== undefined) resolve({ output, status: Number(status) });
    };
    void ended.then(() => reject(new Error(`the shell ended in\n\n${code}\n\n${text}`)));
    const limit = setTimeout(close, limitMs);
    child.stdin.write(`{ ${code}\n} </dev/null\nprintf '${mark}%d${mark}' $?\n`);
    return promise.finally(() => clearTimeout(limit));
  };
  return { run, close };
};
