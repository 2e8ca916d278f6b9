import * as z from 'zod/mini';
import { cardBrands } from '../../../types/card.ts';
import type { SkipReason } from '../../../types/routing.ts';
import { id } from '../fields.ts';
import { outcome } from './outcome.ts';

const skipReasons = [
  'currency_not_supported',
  'amount_not_representable',
  'amount_too_small',
  'amount_too_large',
  'not_configured',
  'brand_not_supported',
  'manual_capture_not_supported',
  'card_not_supported',
  'token_not_supported',
  'circuit_open',
] as const satisfies readonly SkipReason[];

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
