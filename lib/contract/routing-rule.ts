import * as z from 'zod/mini';
import { ruleSchema } from '../routing/rule-schema.ts';
import { backtest } from './backtest.ts';
import type { ObjectOf } from './object-of.ts';

const inForce = {
  object: z.literal('routing.rule'),
  version: z.int().check(z.minimum(0)),
  created: z.int(),
};

export const candidateRule = z.extend(ruleSchema, inForce);

export const candidate = z.strictObject({ rule: candidateRule, percent: z.int(), salt: z.string() });

export const routingRule = z.extend(ruleSchema, { ...inForce, candidate: z.exactOptional(candidate) });

export type RoutingRuleObject = ObjectOf<typeof routingRule>;

export const routingRuleList = z.strictObject({ object: z.literal('list'), data: z.array(routingRule) });

export type RoutingRuleListObject = ObjectOf<typeof routingRuleList>;

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

export type PublishedRoutingRuleObject = ObjectOf<typeof publishedRoutingRule>;

export const deletedRoutingRule = z.strictObject({
  ...inForce,
  name: z.string(),
  deleted: z.literal(true),
  changed: z.boolean(),
  state: z.enum(['draft', 'published']),
  deployment: z.nullable(deployment),
});

export type DeletedRoutingRuleObject = ObjectOf<typeof deletedRoutingRule>;
