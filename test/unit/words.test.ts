import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseSync, Visitor } from 'oxc-parser';

const root = join(import.meta.dirname, '../..');

/** Words that a reader from outside does not know in this sense. `lib/README.md` has those that are meant. */
const banned = new RegExp(
  `^(${[
    'rooms?|custody|desks?|tills?|wish(es)?|happenings?|hear[sd]?|hearing|told|flying',
    'sick(ness)?|ill(ness)?|heal(s|ed|ing)?|departing|doubt(s|ed|ful)?|fenc(e|es|ed|ing)',
  ].join('|')})$`,
);

/** Identifiers that stay as they are, and why. */
const exceptions: Readonly<Record<string, string>> = {
  sick: 'the API and the stored health of a PSP',
  illness: 'the stored health of a PSP',
  healed: 'the stored health of a PSP',
  heard: 'the stored health of a PSP',
  told: 'the stored health of a PSP, and the log of a delivery',
  captures_told: 'stored on a charge',
  capture_failure_told: 'a transition of the state table, which the log names',
  doubt: 'of a result, which a charge stores (`recovery.observed`) and the vault’s protocol sends',
  fence: 'stored on a charge (`recovery`)',
  fence_sent: 'a transition of the state table, which the log names',
  fence_failed: 'a transition of the state table, which the log names',
};

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** The identifiers of a source that contain a banned word, and `// word` for one in a comment, but for quoted code. */
const privateWords = (file: string, source: string): readonly string[] => {
  const { comments, program } = parseSync(file, source);
  const names = new Set<string>();
  const add = ({ name }: { readonly name: string }) => void names.add(name);
  new Visitor({ Identifier: add, PrivateIdentifier: add }).visit(program);
  const prose = comments.flatMap(({ value }) => wordsOf(value.replace(/`[^`]*`/g, '')));
  return [...names, ...new Set(prose.map((word) => `// ${word}`))].filter((name) =>
    wordsOf(name).some((word) => banned.test(word)),
  );
};

describe('the words of lib are the field’s', () => {
  const found = globSync('lib/**/*.ts', { cwd: root }).flatMap((file) =>
    privateWords(file, readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })),
  );

  test('in identifiers and comments', () => {
    expect(found.filter(({ name }) => !Object.hasOwn(exceptions, name))).toEqual([]);
  });

  test('each exception is still needed', () => {
    const names = new Set(found.map(({ name }) => name));
    expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);
  });

  test.each([
    ['const healedAt = 1;', ['healedAt']],
    ['type A = { readonly hear_violations: 1 };', ['hear_violations']],
    ['/** The customer was told. */', ['// told']],
    ['/** As `told` says, it stays. */ const rooms_left = 1;', ['rooms_left']],
    ['// Still: a stage, a bill, a chill.', []],
  ])('%s', (source, expected) => {
    expect(privateWords('planted.ts', source)).toEqual(expected);
  });
});
