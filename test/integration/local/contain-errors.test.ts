import { expect, test } from '@jest/globals';
import { runProgram } from './run-program.ts';

test('an unhandled error fails the invocation it came from and no other; one of the platform itself is fatal', async () => {
  const program = runProgram(process.execPath, ['test/integration/local/programs/failing-functions.ts']);
  const url = await program.line((line) => line.startsWith('http://'));
  const get = async (path: string) => {
    const answer = await fetch(`${url}/${path}`);
    return `${answer.status} ${await answer.text()}`;
  };
  const failed = '500 {"message":"Internal Server Error"}';
  expect(await Promise.all(['slow', 'timer', 'rejection', 'late', 'slow'].map(get))).toEqual([
    ...['200 unharmed', failed, failed, '200 answered', '200 unharmed'],
  ]);
  await program.line((line) => line === 'contained: after the answer');
  expect(program.stdout()).toContain('contained: in a timer');
  expect(program.stdout()).toContain('contained: unhandled');
  expect(await get('slow')).toBe('200 unharmed');
  program.child.kill('SIGTERM');
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.stdout()).toContain('fatal: the platform itself');
});
