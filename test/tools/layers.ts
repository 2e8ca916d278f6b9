import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCircles } from './find-circles.ts';
import { findForbiddenArrows } from './find-forbidden-arrows.ts';
import { readImports, type SourceFiles } from './read-imports.ts';

/** What is wrong with the arrows between files: those that point up or sideways, those that bring time, chance or the environment in, and circles. */
export const findLayerProblems = (files: SourceFiles): readonly string[] => [
  ...findForbiddenArrows(files),
  ...findCircles(files),
];

/** `node test/tools/layers.ts` checks the project. Type-only imports count: a room that knows another's types knows the room. */
const main = (): void => {
  const root = join(import.meta.dirname, '../..');
  const paths = globSync('{functions,lib,local,infra,clients,bench,test}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.includes('cdk.out') || path.endsWith('dist'),
  });
  const files = new Map(
    paths.sort().map((path) => [path, readImports(path, readFileSync(join(root, path), 'utf8'))] as const),
  );
  const problems = findLayerProblems(files);
  for (const problem of problems) console.error(problem);
  const arrows = [...files.values()].reduce((sum, imports) => sum + imports.length, 0);
  console.log(
    `${files.size} files, ${arrows} imports: ${problems.length === 0 ? 'every arrow points down' : `${problems.length} problems`}`,
  );
  if (problems.length > 0) process.exitCode = 1;
};

if (import.meta.main) main();
