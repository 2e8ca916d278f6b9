import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { root } from '../integration/local/run-program.ts';

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** They take neither words nor options. */
const without = ['cost', 'docs', 'picture'];

const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const [, program] = /^node (?:-r \S+ )?(\S+\.ts)$/.exec(line) ?? [];
  return program === undefined || without.includes(name) ? [] : [{ name, program }];
});

const run = async (program: string, option?: string, env: Readonly<Record<string, string>> = {}) => {
  // One that begins its work instead is stopped.
  const child = spawn(process.execPath, option === undefined ? [program] : [program, option], {
    cwd: root,
    timeout: 60_000,
    env: { ...process.env, ...env },
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
};

const mostLines = 30;

/** Commands and settings that are numbers. */
const numbers: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['test/simulation/simulate.ts', { SEED: 'x' }, 'SEED: expected a whole number above 0, received x.\n'],
  [
    'test/simulation/simulate.ts',
    { THREADS: '0' },
    'THREADS: expected a whole number above 0, received 0.\n',
  ],
  [
    'test/exploration/explore.ts',
    { SECONDS: '1.5' },
    'SECONDS: expected a whole number above 0, received 1.5.\n',
  ],
  ['test/chaos/chaos.ts', { PAYMENTS: '-1' }, 'PAYMENTS: expected a whole number above 0, received -1.\n'],
];

describe('a command that takes options', () => {
  test('is there', () => {
    expect(programs.length).toBeGreaterThan(15);
  });

  test.each(programs)('$name says how it is used, and does not guess', async ({ name, program }) => {
    const [help, unknown] = await Promise.all([run(program, '--help'), run(program, '--nothing-like-it')]);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toMatch(new RegExp(`npm (?:run (?:-s )?)?${name}\\b`));
    expect(help.out.trimEnd().split('\n').length).toBeLessThanOrEqual(mostLines);
    expect(unknown).toEqual({ code: 2, out: '', err: 'There is no option --nothing-like-it.\n' });
  });

  test.each(numbers)('%s refuses a number that is none: %j', async (program, env, err) => {
    expect(await run(program, undefined, env)).toEqual({ code: 2, out: '', err });
  });
});
