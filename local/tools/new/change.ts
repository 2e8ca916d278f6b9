/** The starting point of a new part of the service. Paths from the root. */
export type Change = {
  readonly created: Readonly<Record<string, string>>;
  /** For each file, a function that changes its text. */
  readonly changed: Readonly<Record<string, (text: string) => string>>;
  /** npm scripts to run afterwards, which write files generated from the code. */
  readonly scripts: readonly string[];
  /** More files, each with what is left to write there. */
  readonly left: Readonly<Record<string, string>>;
};
