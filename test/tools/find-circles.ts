import type { SourceFiles } from './read-imports.ts';

/** One line for each import that closes a circle, with the files the circle goes through. */
export const findCircles = (files: SourceFiles): readonly string[] => {
  const circles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push(`circle: ${[...path.slice(start), file].join(' → ')}`);
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const { to } of files.get(file) ?? []) walk(to);
    path.pop();
    done.add(file);
  };
  for (const file of files.keys()) walk(file);
  return circles;
};
