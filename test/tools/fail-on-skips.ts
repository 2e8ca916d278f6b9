import { inCi } from './in-ci.ts';

type Results = {
  readonly testResults: readonly {
    readonly testResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/** A Jest reporter: in CI a skipped test fails the run. A run that asks for tests by name skips all others, and may. */
export default function failOnSkips({ testNamePattern }: { readonly testNamePattern?: string }) {
  let failed: Error | undefined;
  return {
    onRunComplete: (_: unknown, { testResults }: Results): void => {
      const skipped = testResults
        .flatMap((file) => file.testResults)
        .filter(({ status }) => status === 'pending');
      if (!inCi || testNamePattern || skipped.length === 0) return;
      failed = new Error(`CI skips nothing:\n${skipped.map(({ fullName }) => `  ${fullName}`).join('\n')}`);
      console.error(failed.message);
    },
    getLastError: () => failed,
  };
}
