import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withoutSettings } from './start-service.ts';

/** Runs a program as a separate process and resolves to the one message it sends. Its output, the functions' log, is dropped. */
export const measureInChild = <Result>(
  program: URL,
  environment: Readonly<Record<string, string>>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(program), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // It calls the functions directly, as where no distribution is in front.
      env: { ...withoutSettings(), ...environment, ORIGIN_PROOFS: '' },
    });
    child.once('message', (result) => resolve(result as Result));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the measured process ended with ${code}`)));
  });
