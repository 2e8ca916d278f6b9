import * as z from 'zod/mini';
import { cardBrands } from '../../../types/card.ts';
import type { SkipReason } from '../../../types/routing.ts';
import { id } from '../fields/id.ts';
import { outcome } from './outcome.ts';
import { valuesOf } from './values-of.ts';

const skipReasons = valuesOf<SkipReason>({
  currency_not_supported: true,
  amount_not_representable: true,
  amount_too_small: true,
  amount_too_large: true,
  not_configured: true,
  brand_not_supported: true,
  manual_capture_not_supported: true,
  card_not_supported: true,
  token_not_supported: true,
});

export const skippedPsp = z.strictObject({ psp: z.string(), reason: z.enum(skipReasons) });

export const attempt = z.strictObject({
  charge: id('ch', 'charge'),
  psp: z.string(),
  outcome: z.nullable(outcome),
  code: z.nullable(z.string()),
  started: z.int(),
  latency_ms: z.nullable(z.int()),
  reversed: z.exactOptional(z.boolean()),
});

const plan = {
  override: z.nullable(z.int()),
  plan: z.array(z.string()),
  skipped: z.array(skippedPsp),
};

export const brandPlan = z.strictObject(plan);

const byBrand = Object.fromEntries(cardBrands.map((brand) => [brand, z.exactOptional(brandPlan)]));

export const routingDecision = z.strictObject({
  rule: z.string(),
  version: z.int(),
  ...plan,
  plan_by_brand: z.exactOptional(z.strictObject(byBrand)),
  passed_over: z.exactOptional(z.array(skippedPsp)),
  attempts: z.array(attempt),
});
