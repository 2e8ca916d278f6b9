import * as z from 'zod/mini';
import { currency } from './fields/currency.ts';
import type { ObjectOf } from './object-of.ts';
import { outcome } from './outcome.ts';

export const moneySum = z.strictObject({ count: z.int(), amount: z.nullable(z.int()) });

export const lostAnswers = z.strictObject({ count: z.int(), captured: moneySum });

export const statsRow = z.strictObject({
  from: z.int(),
  to: z.int(),
  psp: z.exactOptional(z.string()),
  currency: z.exactOptional(currency),
  brand: z.exactOptional(z.nullable(z.string())),
  country: z.exactOptional(z.nullable(z.string())),
  outcome: z.exactOptional(outcome),
  attempts: z.int(),
  approved: z.int(),
  approval_interval: z.nullable(z.tuple([z.number(), z.number()])),
  recovered: z.nullable(z.int()),
  lost_answers: z.nullable(lostAnswers),
  latency_p50_ms: z.nullable(z.int()),
  latency_p95_ms: z.nullable(z.int()),
  captured: z.nullable(moneySum),
  refunded: z.nullable(moneySum),
  disputed: z.nullable(moneySum),
});

export const stats = z.strictObject({
  object: z.literal('stats'),
  complete_until: z.int(),
  rows: z.array(statsRow),
});

export type StatsObject = ObjectOf<typeof stats>;
