import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { root } from './root.ts';

// Too heavy for every install: `npm run extras` adds it.
const stryker = '@stryker-mutator/instrumenter' as string;

type Point = { readonly line: number; readonly column: number };

type Instrumented = {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly location: { readonly start: Point; readonly end: Point };
    readonly mutatorName: string;
    readonly replacement: string;
  }[];
};

type Library = {
  readonly Instrumenter: new (
    log: object,
  ) => {
    readonly instrument: (
      files: readonly { readonly name: string; readonly mutate: boolean; readonly content: string }[],
      options: object,
    ) => Promise<Instrumented>;
  };
};

/** Code that has every mutant in it, each behind a switch. */
export type Mutated = {
  readonly mutants: readonly Mutant[];
  /** JavaScript by path from the root. */
  readonly sources: ReadonlyMap<string, string>;
};

export const instrument = async (files: readonly string[]): Promise<Mutated> => {
  const { Instrumenter }: Library = await import(stryker);
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const log = { debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false };
  const result = await new Instrumenter(log).instrument(
    [...texts].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return {
    sources: new Map(result.files.map(({ name, content }) => [name, stripTypeScriptTypes(content)])),
    mutants: result.mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
      const text = texts.get(fileName) ?? '';
      const lines = text.split('\n');
      const [from, to] = [offsetOf(lines, location.start), offsetOf(lines, location.end)];
      return {
        id,
        file: fileName,
        line: location.start.line + 1,
        mutator: mutatorName,
        at: (lines[location.start.line] ?? '').trim(),
        original: short(text.slice(from, to)),
        replacement: short(replacement),
        planted: () => text.slice(0, from) + replacement + text.slice(to),
      };
    }),
  };
};

const offsetOf = (lines: readonly string[], { line, column }: Point): number =>
  lines.slice(0, line).reduce((length, before) => length + before.length + 1, column);

const short = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 80)} … ${line.slice(-30)}` : line;
};
