import { expect, test } from '@jest/globals';
import { root, runProgram } from './run-program.ts';

/** As in a container that was given only a number for its user. */
const nameless = `
  import os from 'node:os';
  import { syncBuiltinESMExports } from 'node:module';
  os.userInfo = () => { throw new Error('uv_os_get_passwd returned ENOENT'); };
  syncBuiltinESMExports();
  const { announceService, findRunningService, withdrawService } = await import('${root}local/support/running-service.ts');
  const { currentUser } = await import('${root}local/commands/current-user.ts');`;

test('a user without a name can start the service, find it and be recorded', async () => {
  const code = `${nameless}
    announceService(3, { pid: process.pid, base_url: 'http://127.0.0.1:3', api_key: '', psps: {}, environment: {} });
    console.log(findRunningService(3).base_url);
    withdrawService(3, process.pid);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:1';
    console.log(JSON.stringify(await currentUser()));`;
  const program = runProgram(process.execPath, ['--no-warnings', '--input-type=module', '-e', code]);
  await program.ended;
  expect(program.stderr()).toBe('');
  expect(program.stdout()).toBe('http://127.0.0.1:3\n{"type":"user","id":"unknown"}\n');
});
