import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentNamed } from './environments.ts';

/**
 * `npm run synth -- dev|staging|prod`: the cloud assembly of one environment in `cdk.out-<environment>`. Credentials and profiles are kept away
 * from it, so it asks AWS nothing; the region is that of `AWS_REGION`, us-east-1 otherwise.
 */
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0) {
  console.error('usage: npm run synth -- dev|staging|prod');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
const output = `cdk.out-${environmentNamed(name).name}`;
const { status } = spawnSync(
  process.execPath,
  [cdk, 'synth', '**', '-c', `env=${name}`, '-o', output, '--quiet', '--strict'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // cdk.json says `node`: that must be the one this runs on.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_ACCESS_KEY_ID: '',
      AWS_SECRET_ACCESS_KEY: '',
      AWS_SESSION_TOKEN: '',
      AWS_PROFILE: '',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  },
);
process.exitCode = status ?? 1;
