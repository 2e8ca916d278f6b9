/** What a new part of the service begins with. Paths from the root. */
export type Change = {
  readonly created: Readonly<Record<string, string>>;
  /** For each file, what becomes of its text. */
  readonly changed: Readonly<Record<string, (text: string) => string>>;
  /** npm scripts that then write what is made from the code. */
  readonly scripts: readonly string[];
  /** What is left outside the files above, each by a file and what it needs. */
  readonly left: readonly string[];
};
