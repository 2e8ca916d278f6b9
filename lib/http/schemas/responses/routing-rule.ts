import * as z from 'zod/mini';
import { ruleSchema } from '../../../routing/rule-schema.ts';

const inForce = {
  object: z.literal('routing.rule'),
  version: z.int().check(z.minimum(0)),
  created: z.int(),
};

export const routingRule = z.extend(ruleSchema, inForce);

export const routingRuleList = z.strictObject({ object: z.literal('list'), data: z.array(routingRule) });

export const deployment = z.strictObject({ state: z.enum(['deploying', 'active']), number: z.int() });

/** What publishing answers. `dry_run` and `previous` only for a dry run. */
export const publishedRoutingRule = z.extend(ruleSchema, {
  ...inForce,
  changed: z.boolean(),
  dry_run: z.exactOptional(z.literal(true)),
  previous: z.exactOptional(z.nullable(routingRule)),
  deployment: z.nullable(deployment),
});
