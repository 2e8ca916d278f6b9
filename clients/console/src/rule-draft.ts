import type {
  RoutingRule,
  RoutingRuleContent,
  UpdateRoutingRule,
} from '../../server/src/generated/api-types.ts';

/** A rule while it is edited. `overrides` is the text that somebody types. */
export type RuleDraft = Omit<RoutingRuleContent, 'overrides'> & { readonly overrides: string };

/** What a rule may choose. What was never sent always goes to the next PSP. */
export const failoverOutcomes = [
  'psp_unavailable',
  'rate_limited',
  'processor_error',
  'issuer_unavailable',
  'not_supported',
  'do_not_honor',
] as const;

export const draftOf = (rule: RoutingRule): RuleDraft => {
  const { overrides, ...content } = contentOf(rule);
  return { ...content, overrides: overrides.length === 0 ? '' : JSON.stringify(overrides, null, 2) };
};

export const newDraft = (psps: readonly string[]): RuleDraft => ({
  name: '',
  targets: psps.map((psp) => ({ psp, weight: 1 })),
  failover: {
    on: ['psp_unavailable', 'rate_limited', 'processor_error', 'issuer_unavailable'],
    max_attempts: 3,
    attempt_timeout_ms: 8000,
  },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: '',
});

/** The document to publish. Throws a `SyntaxError` if the text of its overrides is no JSON. */
export const documentOf = (draft: RuleDraft): UpdateRoutingRule => ({
  ...draft,
  overrides: draft.overrides.trim() === '' ? [] : JSON.parse(draft.overrides),
});

/** The part of a rule that a person edits, to compare with. */
export const contentOf = ({
  name,
  targets,
  failover,
  health,
  wallets,
  overrides,
}: RoutingRuleContent): RoutingRuleContent => ({
  name,
  targets,
  failover,
  health,
  ...(wallets && { wallets }),
  overrides,
});
