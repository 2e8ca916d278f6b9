import type * as z from 'zod/mini';
import { country } from '../../../lib/contract/fields/country.ts';
import { currency } from '../../../lib/contract/fields/currency.ts';
import { declineCode, outcome } from '../../../lib/contract/outcome.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';

const override = ruleSchema.shape.overrides.def.innerType.def.element;

/** Schemas shared by bodies and answers. */
export const sharedSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  Currency: currency,
  Country: country(),
  DeclineCode: declineCode,
  Outcome: outcome,
  RoutingTarget: ruleSchema.shape.targets.def.element,
  RoutingOverride: override,
  OverrideCondition: override.shape.when,
};
