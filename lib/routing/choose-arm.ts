import type { PublishedRule, Route } from '../types/routing.ts';
import { hashOf, uniformOf } from './rendezvous.ts';

/** The version that plans a session, and what its route keeps of that. */
export type Chosen = {
  readonly rule: PublishedRule;
  readonly kept?: Pick<Route, 'arm' | 'rollout'>;
};

/**
 * Which version of a rule a session is planned by. While the percentage grows a session may only move from `control` to `candidate`: the number drawn
 * from its id and the salt stays the same. Independent of the order its PSPs are drawn in.
 */
export const chooseArm = (rule: PublishedRule, session: string): Chosen => {
  const { candidate } = rule;
  if (candidate === undefined) return { rule };
  const { percent, salt } = candidate;
  const arm = uniformOf(hashOf(session), hashOf(salt)) * 100 <= percent ? 'candidate' : 'control';
  const rollout = { version: candidate.rule.version, percent };
  return { rule: arm === 'candidate' ? candidate.rule : rule, kept: { arm, rollout } };
};
