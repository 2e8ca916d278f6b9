import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { longConditions } from './long-conditions.ts';

const root = join(import.meta.dirname, '../..');
const notOurs = new Set(['node_modules', 'dist', '.data']);

const files = globSync('{lib,functions,infra,local,clients,bench}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => notOurs.has(name.split(/[\\/]/).at(-1) ?? ''),
});

describe('a condition has at most three terms', () => {
  test.each([
    ['of one kind', 'x = a && b && c && d;', 1],
    ['of both', 'x = a && (b || c || d);', 1],
    ['through a negation', 'if (!(a && b) || !(c && d)) y();', 1],
    ['over lines', '\n\nx =\n  a ||\n  b ||\n  c ||\n  d;', 4],
    ['in another one’s operand', 'x = a && z(b || c || d || e);', 1],
    ['before an element', 'x = a && b && c && <p />;', 1],
  ])('%s', (_, source, line) => {
    expect(longConditions('a.tsx', source)).toEqual([`a.tsx:${line}`]);
  });

  test.each([
    ['three terms', 'x = a && (b || !c);'],
    ['a fallback', 'x = (a ?? b ?? c ?? d) && e && f;'],
    ['conditions in conditions', 'x = a && b && z(c || d || e);'],
    ['conditions beside each other', 'x = a && b ? c || d : e && f;'],
  ])('not %s', (_, source) => {
    expect(longConditions('a.tsx', source)).toEqual([]);
  });

  test('in every file', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files.flatMap((file) => longConditions(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
