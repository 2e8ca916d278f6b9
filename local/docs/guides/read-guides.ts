import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One guide as written. */
export type Guide = {
  /** Its address: `/docs/quick-start`. */
  readonly path: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
  readonly group: string;
  readonly markdown: string;
};

export const root = join(import.meta.dirname, '../../..');

/** Generated from the error table itself. */
const elsewhere = ['docs/errors.md'];

/** Every guide, in the order and the groups of the README's last table. Throws if the table omits one. */
export const readGuides = (): readonly Guide[] => {
  const overview = guideOf('README.md', 'Begin');
  const listed = [...overview.markdown.matchAll(/^\| (\w+) +\| (\[.*)\|$/gm)].flatMap(
    ([, group = '', links = '']) =>
      [...links.matchAll(/\]\(([\w/-]+\.md)\)/g)]
        .map(([, file = '']) => file)
        .filter((file) => !elsewhere.includes(file))
        .map((file) => guideOf(file, capital(group))),
  );
  const known = [...elsewhere, ...listed.map(({ file }) => file)];
  const missing = globSync('docs/*.md', { cwd: root }).filter((file) => !known.includes(file));
  if (missing.length > 0) throw new Error(`README.md's last table leaves out ${missing.join(', ')}`);
  const decisions = globSync('docs/decisions/0*.md', { cwd: root }).sort();
  return [overview, ...listed, ...decisions.map((file) => guideOf(file, 'Decisions'))];
};

const guideOf = (file: string, group: string): Guide => {
  const markdown = readFileSync(join(root, file), 'utf8');
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? file;
  return { path: servedPath(file), file, title, group, markdown };
};

/** `README.md` is `/docs/readme`, `docs/routing.md` is `/docs/routing`, `bench/README.md` is `/docs/bench`; other files keep their names. */
export const servedPath = (file: string): string => {
  const [, beside] = /([^/]+)\/README\.md$/.exec(file) ?? [];
  if (beside !== undefined) return `/docs/${beside}`;
  const [, folder = '', name = ''] = /^(?:(docs)\/)?(.*?)(?:\.md)?$/.exec(file) ?? [];
  return `/docs/${folder === '' ? name.toLowerCase() : name}`;
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
