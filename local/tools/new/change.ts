/** What a new part of the service begins with. Paths from the root. */
export type Change = {
  readonly created: Readonly<Record<string, string>>;
  /** For each file, what becomes of its text. */
  readonly changed: Readonly<Record<string, (text: string) => string>>;
  /** npm scripts that then write what is made from the code. */
  readonly scripts: readonly string[];
  /** Further files, each with what is left to write there. */
  readonly left: Readonly<Record<string, string>>;
};
