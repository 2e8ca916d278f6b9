import { posix } from 'node:path';
import { parseSync } from '@swc/core';

/** `names`: what is taken by name; `'*'` where all of it is. `to`: a path from the project's root, or a package. */
export type Import = { readonly to: string; readonly names: readonly string[] };

/** Files by path from the project's root, with what they import. */
export type SourceFiles = ReadonlyMap<string, readonly Import[]>;

/** Every import of a TypeScript file: statements, re-exports, `import()` and `import('…')` types, type-only ones too. */
export const readImports = (path: string, source: string): readonly Import[] => {
  const found: Import[] = [];
  visit(parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' }), (node) => {
    const read = importOf(node);
    if (read !== undefined)
      found.push({
        to: read.from.startsWith('.') ? posix.join(posix.dirname(path), read.from) : read.from,
        names: read.names,
      });
  });
  return found;
};

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const visit = (value: unknown, see: (node: Node) => void): void => {
  if (!isNode(value)) return;
  if (typeof value.type === 'string') see(value);
  for (const child of Object.values(value)) visit(child, see);
};

const importOf = (node: Node): { readonly from: string; readonly names: readonly string[] } | undefined => {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration': {
      const from = textOf(node.source);
      const specifiers = Array.isArray(node.specifiers) ? node.specifiers : [];
      return from === undefined ? undefined : { from, names: specifiers.map(nameOf) };
    }
    case 'ExportAllDeclaration':
      return all(textOf(node.source));
    case 'TsImportType':
      return all(textOf(node.argument));
    case 'CallExpression': {
      const [first] = Array.isArray(node.arguments) ? node.arguments : [];
      const called = isNode(node.callee) && node.callee.type === 'Import';
      return called && isNode(first) ? all(textOf(first.expression)) : undefined;
    }
    default:
      return undefined;
  }
};

const all = (from: string | undefined) => (from === undefined ? undefined : { from, names: ['*'] });

const textOf = (literal: unknown): string | undefined =>
  isNode(literal) && typeof literal.value === 'string' ? literal.value : undefined;

/** The name a specifier takes at its source; a default or namespace import takes all. */
const nameOf = (specifier: unknown): string => {
  if (!isNode(specifier)) return '*';
  const named = specifier.type === 'ImportSpecifier' || specifier.type === 'ExportSpecifier';
  const origin =
    specifier.imported ?? (specifier.type === 'ImportSpecifier' ? specifier.local : specifier.orig);
  return named && isNode(origin) && typeof origin.value === 'string' ? origin.value : '*';
};
