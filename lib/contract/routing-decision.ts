import * as z from 'zod/mini';
import { cardBrands } from '../types/card.ts';
import { healthSignals } from '../types/health.ts';
import type { SkipReason } from '../types/routing.ts';
import { rolloutArms } from '../types/trial.ts';
import { id } from './fields/id.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';
import { outcome } from './outcome.ts';

const skipReasons = valuesOf<SkipReason>({
  currency_not_supported: true,
  amount_not_representable: true,
  amount_too_small: true,
  amount_too_large: true,
  not_configured: true,
  psp_closed: true,
  brand_not_supported: true,
  manual_capture_not_supported: true,
  card_not_supported: true,
  token_not_supported: true,
  wallet_not_supported: true,
  cvc_released: true,
  merchant_initiated_not_supported: true,
  network_transaction_id_missing: true,
});

export const skippedPsp = z.strictObject({ psp: z.string(), reason: z.enum(skipReasons) });

export const attempt = z.strictObject({
  charge: id('ch', 'charge'),
  psp: z.string(),
  outcome: z.nullable(outcome),
  code: z.nullable(z.string()),
  started: z.int(),
  latency_ms: z.nullable(z.int()),
  settled_ms: z.nullable(z.int()),
  reversed: z.exactOptional(z.boolean()),
});

export type AttemptObject = ObjectOf<typeof attempt>;

const plan = {
  override: z.nullable(z.int()),
  plan: z.array(z.string()),
  skipped: z.array(skippedPsp),
  draw: z.exactOptional(z.array(z.tuple([z.string(), z.number()]))),
};

export const brandPlan = z.strictObject(plan);

const byBrand = Object.fromEntries(cardBrands.map((brand) => [brand, z.exactOptional(brandPlan)]));

export const adjustedWeight = z.strictObject({
  psp: z.string(),
  weight: z.int(),
  to: z.number(),
  reason: z.enum(healthSignals),
  n: z.int(),
});

export const routingHealth = z.strictObject({ version: z.int(), adjusted: z.array(adjustedWeight) });

export const routingDecision = z.strictObject({
  rule: z.string(),
  version: z.int(),
  arm: z.exactOptional(z.enum(rolloutArms)),
  ...plan,
  plan_by_brand: z.exactOptional(z.strictObject(byBrand)),
  wallet_plan: z.exactOptional(z.array(z.string())),
  health: z.nullable(routingHealth),
  passed_over: z.exactOptional(z.array(skippedPsp)),
  attempts: z.array(attempt),
});

export type RoutingDecisionObject = ObjectOf<typeof routingDecision>;
