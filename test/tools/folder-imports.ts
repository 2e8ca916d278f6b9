import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readImports } from './read-imports.ts';

const root = join(import.meta.dirname, '../..');

/** That one folder imports another. */
type FolderImport = { readonly from: string; readonly to: string };

/** Every folder: the folders of `lib`, and those around it that become code somebody runs. */
export const folders = (): readonly string[] => [
  'functions',
  ...readdirSync(join(root, 'lib'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `lib/${name}`)
    .sort(),
  'local',
  'infra',
  'clients',
];

/** Which folder imports which, once for each pair, read from the source files. Types count: the import rules count them as well. */
export const folderImports = (): readonly FolderImport[] => {
  const known = folders();
  return known.flatMap((from) => {
    const found = new Set(importsOf(from).map(folderOf));
    return known.filter((to) => to !== from && found.has(to)).map((to) => ({ from, to }));
  });
};

const importsOf = (folder: string): readonly string[] =>
  sourcesOf(folder).flatMap((file) =>
    readImports(readFileSync(join(root, file), 'utf8')).map((path) =>
      path.startsWith('.') ? normalize(join(dirname(file), path)) : normalize(aliases[path] ?? path),
    ),
  );

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]s$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name));

const folderOf = (path: string): string => {
  const [first = '', second] = path.split('/');
  return first === 'lib' ? `lib/${second}` : first;
};

/** `#psps` and the like. */
const { imports: aliases }: { readonly imports: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
