import { relative } from 'node:path';

type Results = {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly perfStats: { readonly start: number; readonly end: number };
  }[];
};

const shown = 10;
const long = 5 * 60_000;

/** A Jest reporter: each file that has run for five minutes, when it has; then the ten slowest of a run that has more, in seconds on this machine. */
export default class PrintSlowest {
  readonly #running = new Map<string, NodeJS.Timeout>();

  onTestFileStart({ path }: { readonly path: string }): void {
    const warn = () => console.error(`Running for five minutes: ${relative('', path)}`);
    this.#running.set(path, setTimeout(warn, long).unref());
  }

  onTestFileResult({ path }: { readonly path: string }): void {
    clearTimeout(this.#running.get(path));
  }

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
