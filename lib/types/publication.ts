import type { RenderedResponse } from './records.ts';
import type { PublishedRule, RuleInForce } from './routing.ts';

/** The result of publishing a rule, or of a dry run. */
export type Publication = {
  /** In a dry run, the rule as it would be published. */
  readonly rule: RuleInForce;
  readonly previous: PublishedRule | undefined;
  readonly changed: boolean;
  /** `draft`: it needs another key's approval. Undefined in a dry run. */
  readonly state: 'draft' | 'published' | undefined;
  /** Undefined for a draft, and for a dry run that would have started one. */
  readonly deployment: { readonly state: 'deploying' | 'active'; readonly number: number } | undefined;
};

/** `replay`: the response stored under the caller's idempotency key, as bytes; `first` if this call stored it. */
export type Published =
  | { readonly publication: Publication }
  | { readonly replay: RenderedResponse; readonly first: boolean };
