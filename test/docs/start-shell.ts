import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../integration/local/run-program.ts';

export type Shell = {
  /** Runs these lines in the one shell, so that what they set is there for the next. `output` holds both streams. */
  readonly run: (code: string) => Promise<{ readonly output: string; readonly status: number }>;
  readonly close: () => Promise<void>;
};

/** A bash in the root of the project, as a reader has it open beside the page. */
export const startShell = (environment: Readonly<Record<string, string | undefined>>): Shell => {
  const child = spawn('bash', ['--noprofile', '--norc'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let text = '';
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      heard();
    });
  child.stdin.write('exec 2>&1\n');
  return {
    run: (code) =>
      new Promise((resolve, reject) => {
        text = '';
        heard = () => {
          const [, output, status] = finished.exec(text) ?? [];
          if (output !== undefined) resolve({ output, status: Number(status) });
        };
        void ended.then(() => reject(new Error(`the shell ended: ${text}`)));
        child.stdin.write(`{ ${code}\n} </dev/null\nprintf '${mark}%d${mark}' $?\n`);
      }),
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

/** No program prints it. */
const mark = '\u001e';
const finished = new RegExp(`^([^]*)${mark}(\\d+)${mark}$`);
