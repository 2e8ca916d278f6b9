import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const places = '{functions,lib,local,infra,clients/*/src,test,bench,docs}/**/*.{ts,md}';
/** The templates and their test. */
const own = /^(local\/tools\/|test\/tools\/new)/;
const mark = /not written yet|notWritten\(/i;
const made = /<!-- \w+:start, made by [\s\S]*?:end -->/g;

/** Every line marked as not written yet, as `file:line: text`. */
export const holesIn = (root: string): readonly string[] =>
  globSync(places, { cwd: root, exclude: (path) => /node_modules|(^|\/)(dist|generated)$/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !own.test(path))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replace(made, (table) =>
        table.replaceAll(/[^\n]/g, ''),
      );
      return text
        .split('\n')
        .flatMap((line, index) => (mark.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
    });
