import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { keyPurposes } from '../../../lib/http/token-parts.ts';
import { freePort } from '../../../local/support/free-port.ts';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';
import {
  allAddresses,
  clean,
  closeAll,
  closers,
  folder,
  launch,
  noteOf,
  readNote,
  ready,
} from './launch-service.ts';
import { listens, type Program, root, runProgram, untilFree } from './run-program.ts';

afterEach(closeAll);

describe('npm start --data', () => {
  test('survives kill -9: same key, same secrets, same rules, the lock is not stale and nothing of the first start is left', async () => {
    const dataDir = folder();
    const first = launch(['--quiet', '--data', dataDir]);
    const before = await ready(first);
    const noteBefore = readNote(before);
    expect(statSync(join(dataDir, 'api-key')).mode & 0o777).toBe(0o600);
    const secretsBefore = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    first.child.kill('SIGKILL');
    await first.ended;

    const second = launch(['--quiet', '--data', dataDir]);
    const after = await ready(second);
    expect(after.api_key).toBe(before.api_key);
    expect(after.psps).toEqual(before.psps);
    const secretsAfter = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    for (const part of keyPurposes) {
      expect(secretsAfter[`payments/tokens#${part}`]).toHaveLength(1);
      expect(secretsAfter[`payments/tokens#${part}`]).toEqual(secretsBefore[`payments/tokens#${part}`]);
    }
    const rules = JSON.parse(readFileSync(join(dataDir, 'appconfig.json'), 'utf8'));
    expect(rules.last_version).toBe(1);
    await untilFree(noteBefore.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    await untilFree(before.base_url);
  });

  test('a PSP whose port is taken by then moves, and no other does', async () => {
    const dataDir = folder();
    const first = launch(['--quiet', '--data', dataDir]);
    const { stripe: taken, ...others } = (await ready(first)).psps;
    first.child.kill('SIGKILL');
    await first.ended;
    const stranger = createTestServer(() => undefined);
    closers.push(() => stranger.close());
    await listen(stranger, { port: Number(new URL(taken ?? '').port) });

    const { stripe, ...rest } = (await ready(launch(['--quiet', '--data', dataDir]))).psps;
    expect(rest).toEqual(others);
    expect(stripe).not.toBe(taken);
  });

  test('a second start on the same directory is refused', async () => {
    const dataDir = folder();
    const first = launch(['--quiet', '--data', dataDir]);
    await ready(first);
    const second = launch(['--quiet', '--data', dataDir]);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toBe(
      `${dataDir} is in use by another running service (process ${first.child.pid}).\n`,
    );
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    await ready(launch(['--quiet', '--data', dataDir]));
  });
});

describe('under npm', () => {
  const throughNpm = (): Program => {
    const program = runProgram('npm', ['start', '--silent', '--', '--quiet'], { ...clean, PORT: '0' });
    closers.push(() => program.child.kill('SIGKILL'));
    return program;
  };

  test('the service stops when npm is killed', async () => {
    const npm = throughNpm();
    const at = await ready(npm);
    const addresses = allAddresses(at, readNote(at));
    npm.child.kill('SIGKILL');
    for (const address of addresses) await untilFree(address);
    expect(await listens(Number(new URL(at.base_url).port))).toBe(false);
  });

  test('and when npm is asked to', async () => {
    const npm = throughNpm();
    const at = await ready(npm);
    npm.child.kill('SIGTERM');
    await npm.ended;
    await untilFree(at.base_url);
    expect(existsSync(noteOf(at))).toBe(false);
  });
});

describe('a part that ends by itself ends the service, which says so:', () => {
  test.each([
    ['its store', ['dynoxide'], 'DynamoDB'],
    ['the vault', ['guard.ts', 'vault/main.ts'], 'The card vault'],
    ["the vault's store", ['guard.ts', 'vault/main.ts', 'dynoxide'], 'The card vault'],
  ])('%s', async (_, path, name) => {
    const program = launch(['--quiet']);
    await ready(program);
    const pid = path.reduce(descendant, program.child.pid ?? 0);
    process.kill(pid, 'SIGKILL');
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.stderr()).toContain(`${name} ended: the service cannot continue without it.\n`);
  });
});

/** The nearest process below this one whose command line names `command`. */
const descendant = (above: number, command: string): number => {
  const below = childrenOf(above);
  const found = below.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(command));
  if (found !== undefined) return found;
  return below.map((pid) => descendant(pid, command)).find((pid) => pid > 0) ?? 0;
};

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

test('startService refuses a second start in one process', async () => {
  const program = runProgram(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startService } from '${root}local/service/start-service.ts';
       const service = await startService({ port: ${await freePort()} });
       await startService().catch((error) => console.log(error.message));
       await service.close();`,
    ],
    clean,
  );
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.stdout()).toBe('The service can start only once per process\n');
});
