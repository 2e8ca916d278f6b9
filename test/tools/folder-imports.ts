import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readImports } from './read-imports.ts';

const root = join(import.meta.dirname, '../..');

/** That one folder imports another. `type_only`: no statement of it is there when the code runs. */
export type FolderImport = { readonly from: string; readonly to: string; readonly type_only: boolean };

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
    const found = importsOf(from).map(({ path, type_only }) => ({ to: folderOf(path), type_only }));
    return known.flatMap((to) => {
      const between = to === from ? [] : found.filter((one) => one.to === to);
      return between.length === 0 ? [] : [{ from, to, type_only: between.every((one) => one.type_only) }];
    });
  });
};

const importsOf = (folder: string) =>
  sourcesOf(folder).flatMap((file) =>
    readImports(readFileSync(join(root, file), 'utf8')).map(({ path, type_only }) => ({
      path: path.startsWith('.') ? normalize(join(dirname(file), path)) : normalize(aliases[path] ?? path),
      type_only,
    })),
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
