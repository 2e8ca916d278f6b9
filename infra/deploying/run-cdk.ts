import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { delimiter, dirname } from 'node:path';

/**
 * The CDK command line, with this terminal. Throws if it fails. Asynchronous: a blocked process would not notice that AWS has closed its connections,
 * and would use them afterwards.
 */
export const runCdk = async (command: string, ...options: readonly string[]): Promise<void> => {
  const program = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const running = spawn(process.execPath, [program, command, '--strict', ...options], {
    stdio: 'inherit',
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
  });
  const [status] = await once(running, 'close');
  if (status !== 0) throw new Error(`cdk ${command} ended with ${status}`);
};
