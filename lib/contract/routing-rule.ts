import * as z from 'zod/mini';
import { ruleSchema } from '../routing/rule-schema.ts';
import { rolloutCauses } from '../types/rollout.ts';
import { ruleVersionStates } from '../types/rule-version.ts';
import { backtest } from './backtest.ts';

const inForce = {
  object: z.literal('routing.rule'),
  version: z.int().check(z.minimum(0)),
  created: z.int(),
};

export const candidateRule = z.extend(ruleSchema, inForce);

export const candidate = z.strictObject({ rule: candidateRule, percent: z.int(), salt: z.string() });

export const routingRule = z.extend(ruleSchema, { ...inForce, candidate: z.exactOptional(candidate) });

export const routingRuleList = z.strictObject({ object: z.literal('list'), data: z.array(routingRule) });

export const deployment = z.strictObject({ state: z.enum(['deploying', 'active']), number: z.int() });

/** The response to a publish. `dry_run`, `previous` and `backtest` only for a dry run, `state` only for any other. */
export const publishedRoutingRule = z.extend(ruleSchema, {
  ...inForce,
  candidate: z.exactOptional(candidate),
  changed: z.boolean(),
  state: z.exactOptional(z.enum(['draft', 'published'])),
  dry_run: z.exactOptional(z.literal(true)),
  previous: z.exactOptional(z.nullable(routingRule)),
  backtest: z.exactOptional(backtest),
  deployment: z.nullable(deployment),
});

export const deletedRoutingRule = z.strictObject({
  ...inForce,
  name: z.string(),
  deleted: z.literal(true),
  changed: z.boolean(),
  state: z.enum(['draft', 'published']),
  deployment: z.nullable(deployment),
});

export const ruleDifference = z.strictObject({ path: z.string(), before: z.unknown(), after: z.unknown() });

export const ruleAuthor = z.strictObject({ key: z.string(), user: z.nullable(z.string()) });

export const ruleApproval = z.strictObject({ key: z.string(), at: z.int() });

export const rolloutChange = z.strictObject({
  cause: z.enum(rolloutCauses),
  key: z.nullable(z.string()),
  at: z.int(),
});

export const guardedArm = z.strictObject({ attempts: z.int(), approved: z.int() });

export const guardObserved = z.strictObject({
  control: guardedArm,
  candidate: guardedArm,
  evidence: z.number(),
});

export const rolloutGuard = z.strictObject({
  approval_drop_pp: z.number(),
  observed: z.exactOptional(guardObserved),
});

export const rollout = z.strictObject({
  percent: z.int(),
  then: z.array(z.int()),
  after_s: z.nullable(z.int()),
  guard: z.nullable(rolloutGuard),
  since: z.nullable(z.int()),
  changed: z.nullable(rolloutChange),
});

export const routingRuleVersion = z.strictObject({
  object: z.literal('routing.rule_version'),
  rule: z.string(),
  version: z.int().check(z.minimum(1)),
  state: z.enum(ruleVersionStates),
  document: z.nullable(ruleSchema),
  author: z.nullable(ruleAuthor),
  approved: z.nullable(ruleApproval),
  note: z.nullable(z.string()),
  backtest: z.nullable(backtest),
  created: z.int(),
  diff: z.array(ruleDifference),
  rollout: z.exactOptional(rollout),
});

export const routingRuleVersionList = z.strictObject({
  object: z.literal('list'),
  data: z.array(routingRuleVersion),
  has_more: z.boolean(),
});
