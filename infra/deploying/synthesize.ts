import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Synthesis = {
  readonly status: number;
  /** The CDK command line's output, both streams. */
  readonly output: string;
};

export type Options = {
  readonly stack?: 'vault';
  /** Accounts and values with placeholders are in the templates, as on the day when they are filled in; no deploy does that. */
  readonly placeholders?: 'kept';
};

/**
 * Writes the cloud assembly of one environment, or of its vault, to `directory` through the CDK command line. The command line gets no credentials or
 * profiles, so it does not call AWS; the region is `AWS_REGION`, or us-east-1.
 */
export const synthesize = (
  environment: string,
  directory: string,
  { stack, placeholders }: Options = {},
): Promise<Synthesis> => {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const options = [
    '-c',
    `env=${environment}`,
    ...(stack ? ['-c', `stack=${stack}`] : []),
    ...(placeholders ? ['-c', `placeholders=${placeholders}`] : []),
    '-o',
    directory,
    '--quiet',
    '--strict',
    '--no-color',
  ];
  const running = spawn(process.execPath, [cdk, 'synth', '**', ...options], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // cdk.json says `node`: make sure that is the one running now.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_ACCESS_KEY_ID: '',
      AWS_SECRET_ACCESS_KEY: '',
      AWS_SESSION_TOKEN: '',
      AWS_PROFILE: '',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  });
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    running.once('error', reject);
    running.once('close', (status) => resolve({ status: status ?? 1, output }));
  });
};
