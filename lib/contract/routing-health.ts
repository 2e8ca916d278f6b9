import * as z from 'zod/mini';
import { type HealthState, healthSignals } from '../types/health.ts';
import { currency } from './fields/currency.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';

const states = valuesOf<HealthState>({ healthy: true, suspect: true, sick: true, recovering: true });

export const healthStratum = z.strictObject({
  psp: z.string(),
  currency: z.nullable(currency),
  brand: z.null(),
  state: z.enum(states),
  signal: z.enum(healthSignals),
  rate: z.number(),
  baseline: z.number(),
  interval: z.tuple([z.number(), z.number()]),
  n: z.int(),
  evidence: z.number(),
  weight_factor: z.number(),
  until: z.nullable(z.int()),
});

export type HealthStratumObject = ObjectOf<typeof healthStratum>;

export const healthVerdict = z.strictObject({
  object: z.literal('routing.health'),
  version: z.int(),
  computed_at: z.nullable(z.int()),
  strata: z.array(healthStratum),
});

export type HealthVerdictObject = ObjectOf<typeof healthVerdict>;
