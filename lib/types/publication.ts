import type { PublishedRule } from './routing.ts';

/** What publishing a rule did, or in a dry run would do. */
export type Publication = {
  /** In a dry run, as it would be published. */
  readonly rule: PublishedRule;
  /** The previous rule of this name. */
  readonly previous: PublishedRule | undefined;
  readonly changed: boolean;
  /** Undefined if a dry run would have started one. */
  readonly deployment: { readonly state: 'deploying' | 'active'; readonly number: number } | undefined;
};
