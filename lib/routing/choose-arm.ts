import type { PublishedRule, Route } from '../types/routing.ts';
import { hashOf, uniformOf } from './rendezvous.ts';

/** The version that plans a session, and the part that its route stores. */
export type Chosen = {
  readonly rule: PublishedRule;
  readonly kept?: Pick<Route, 'arm' | 'rollout'>;
};

/**
 * Decides which version of a rule plans a session. The number drawn from the session's id and the salt stays the same, so while the percentage grows,
 * a session can only move from `control` to `candidate`. Independent of the order in which its PSPs are drawn.
 */
export const chooseArm = (rule: PublishedRule, session: string): Chosen => {
  const { candidate } = rule;
  if (candidate === undefined) return { rule };
  const { percent, salt } = candidate;
  const arm = uniformOf(hashOf(session), hashOf(salt)) * 100 <= percent ? 'candidate' : 'control';
  const rollout = { version: candidate.rule.version, percent };
  return { rule: arm === 'candidate' ? candidate.rule : rule, kept: { arm, rollout } };
};
