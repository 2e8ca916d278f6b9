/** What a judging thread is started with. */
export type ThreadOrder = {
  readonly sources: ReadonlyMap<string, string>;
  /** Loaded before anything else: what they do while they load is done for all. */
  readonly targets: readonly string[];
  /** A test that takes longer hangs. */
  readonly patience_ms: number;
  /** What each seed comes to without a mutant, by the seed's name. */
  readonly hashes: ReadonlyMap<string, number>;
  /** Tests that fail without a mutant, as `suite: name`: they judge nothing. */
  readonly failing: ReadonlySet<string>;
};

/** One test of a suite, or one seed of the simulator. */
export type JudgeName = { readonly suite: string; readonly name: string };

export const textOf = ({ suite, name }: JudgeName): string => `${suite}: ${name}`;

export type ThreadRequest =
  | { readonly kind: 'rehearse'; readonly suites: readonly string[] }
  /** The tests of the names alone; a mutant in what runs at load is judged by whole suites, loaded anew. */
  | { readonly kind: 'judge'; readonly mutant: string; readonly judges: readonly JudgeName[] }
  | { readonly kind: 'judge_anew'; readonly mutant: string; readonly suites: readonly string[] };

export type Rehearsed = JudgeName & {
  readonly ms: number;
  readonly covers: readonly string[];
  readonly problem?: string;
  readonly hash?: number;
};

export type Rehearsal = {
  readonly kind: 'rehearsed';
  readonly judges: readonly Rehearsed[];
  /** Mutants that run while a suite loads, by suite. */
  readonly atLoad: ReadonlyMap<string, readonly string[]>;
  /** Mutants that run while the engine loads. */
  readonly always: readonly string[];
  /** The files that each suite comes to, from the root. */
  readonly reach: ReadonlyMap<string, readonly string[]>;
};

export type Verdict = {
  readonly kind: 'verdict';
  readonly caught?: { readonly by: JudgeName; readonly how: string };
  /** A seed went another way, and nobody minded. */
  readonly differs?: boolean;
};

export type ThreadReport = Rehearsal | Verdict | { readonly kind: 'running'; readonly judge: JudgeName };
