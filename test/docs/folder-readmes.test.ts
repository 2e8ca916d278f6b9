import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../integration/local/run-program.ts';
import { folders } from '../tools/folder-imports.ts';
import { importRules } from '../tools/import-rules.ts';
import { readPage } from './read-blocks.ts';

const inLib = folders().filter((folder) => folder.startsWith('lib/'));

const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** From the folder, or from the root. */
const isThere = (folder: string, path: string): boolean =>
  existsSync(join(root, folder, path)) || existsSync(join(root, path));

describe('the README of a folder', () => {
  test.each(inLib)('%s: is there, short, and says where to start and what does not belong', (folder) => {
    const page = readPage(`${folder}/README.md`);
    expect(page).toMatch(new RegExp(`^# ${folder}\n`));
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    expect(page).toMatch(/^\*\*Start at:\*\* .*`[^`]+\.ts`/m);
    expect(page).toMatch(/^\*\*Not here:\*\* /m);
  });

  test.each(inLib)('%s: every file and folder that it names exists', (folder) => {
    const paths = codeIn(readPage(`${folder}/README.md`)).filter((code) => /\/|\.ts$/.test(code));
    expect(paths.filter((path) => !isThere(folder, path))).toEqual([]);
  });

  test.each(inLib)('%s: may import what the rules of npm run check allow', (folder) => {
    const [, allowed = ''] = /^May import: (.*)\.$/m.exec(readPage(`${folder}/README.md`)) ?? [];
    const all = allowed === 'all of `lib`';
    expect(all ? inLib.filter((other) => other !== folder) : codeIn(allowed)).toEqual(importRules()[folder]);
    expect(allowed === 'nothing').toBe(importRules()[folder]?.length === 0);
  });
});
