/** One small change to the code, as the instrumenter made it. */
export type Mutant = {
  /** Its switch in this run's code. */
  readonly id: string;
  /** From the root. */
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  /** The first line that it changes, trimmed. */
  readonly at: string;
  readonly original: string;
  readonly replacement: string;
  /** The whole file with it. */
  readonly planted: () => string;
};
