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

const run = async (program: string, option: string) => {
  // One that begins its work instead is stopped.
  const child = spawn(process.execPath, [program, option], { cwd: root, timeout: 4_000 });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
};

const mostLines = 30;

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
});
