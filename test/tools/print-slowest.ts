import { relative } from 'node:path';

type Results = {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly perfStats: { readonly start: number; readonly end: number };
  }[];
};

const shown = 10;

/** A Jest reporter: the ten slowest files of a run that has more, in seconds on this machine. */
export default class PrintSlowest {
  onRunComplete(_: unknown, { testResults }: Results): void {
    if (testResults.length <= shown) return;
    const lines = testResults
      .map(({ testFilePath, perfStats }) => ({ testFilePath, ms: perfStats.end - perfStats.start }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, shown)
      .map(
        ({ testFilePath, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative('', testFilePath)}`,
      );
    console.error(`\nThe ten slowest files:\n${lines.join('\n')}`);
  }
}
