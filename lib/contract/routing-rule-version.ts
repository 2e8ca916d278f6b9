import * as z from 'zod/mini';
import { ruleSchema } from '../routing/rule-schema.ts';
import { ruleVersionStates } from '../types/rule-version.ts';
import { backtest } from './backtest.ts';
import type { ObjectOf } from './object-of.ts';
import { rollout } from './rollout.ts';

export const ruleDifference = z.strictObject({ path: z.string(), before: z.unknown(), after: z.unknown() });

export const ruleAuthor = z.strictObject({ key: z.string(), user: z.nullable(z.string()) });

export const ruleApproval = z.strictObject({ key: z.string(), at: z.int() });

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

export type RoutingRuleVersionObject = ObjectOf<typeof routingRuleVersion>;

export const routingRuleVersionList = z.strictObject({
  object: z.literal('list'),
  data: z.array(routingRuleVersion),
  has_more: z.boolean(),
});

export type RoutingRuleVersionListObject = ObjectOf<typeof routingRuleVersionList>;
