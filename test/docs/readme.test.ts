import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { guideHtml } from '../../local/docs/guides/guide-html.ts';
import { readGuides } from '../../local/docs/guides/read-guides.ts';
import { root } from '../integration/local/run-program.ts';
import { isGuide, pages, readPage } from './read-blocks.ts';

const { scripts, dependencies, optionalDependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** Names in code type in the first column of the tables under a heading. */
const namesUnder = (heading: string): readonly string[] => {
  const [, section = ''] = readPage('.github/CONTRIBUTING.md').split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
};

describe('CONTRIBUTING', () => {
  test('names every npm script, and no other', () => {
    const commands = Object.keys(scripts)
      .filter((name) => name !== 'postinstall')
      .map((name) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`));
    expect(namesUnder('Commands').toSorted()).toEqual(commands.toSorted());
  });

  test('names every dependency, and no other', () => {
    const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
    expect(namesUnder('Packages, and why').toSorted()).toEqual(installed.toSorted());
  });
});

test('every command for operators says which Node it needs, if it runs on an older one', () => {
  const silent = Object.entries<string>(scripts).filter(
    ([, line]) =>
      /(infra|local)\/\S+\.ts$/.test(line) && !line.startsWith('node -r ./local/require-node.cjs '),
  );
  expect(silent).toEqual([]);
});

test('no guide links to a file that is not there, and each has an address of its own', () => {
  const guides = readGuides();
  for (const guide of guides) expect(guideHtml(guide).html).toContain('<h1');
  expect(new Set(guides.map(({ path }) => path)).size).toBe(guides.length);
});

describe('README', () => {
  test('each figure has its command, and stands on the page that it names', () => {
    const [, figures = ''] =
      /<!-- figures:start -->([\s\S]*)<!-- figures:end -->/.exec(readPage('README.md')) ?? [];
    const rows = figures
      .split('\n')
      .filter((line) => /^\|(?! ?-)/.test(line))
      .slice(1);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const [, , figure = '', from = ''] = row.split('|').map((cell) => cell.trim());
      const [, source] = /\]\(([^)]+\.md)\)/.exec(from) ?? [];
      expect(from).toMatch(/`.*npm run /);
      if (source === undefined) continue;
      for (const number of figure.match(/\d[\d.,]*\d|\d/g) ?? [])
        expect(`${source}: ${readPage(source)}`).toContain(number);
    }
  });
});

describe('a guide', () => {
  test.each(pages().filter(isGuide))('%s begins with what its reader has at the end', (page) => {
    expect(readPage(page)).toMatch(/^# .+\n\n(<!-- .* -->\n\n)?After this page /);
  });
});

describe('links of the README and the guides', () => {
  test.each(pages())('%s', (page) => {
    const broken = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) =>
      /^(https?|mailto):/.test(link) || isThere(page, link) ? [] : [link],
    );
    expect(broken).toEqual([]);
  });
});

/** The page without its blocks of code. */
const prose = (page: string): string => readPage(page).replace(/^\s*```[\s\S]*?^\s*```$/gm, '');

const isThere = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor);
};

const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set([...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** As the code host makes them of headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
