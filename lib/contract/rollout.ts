import * as z from 'zod/mini';
import { rolloutCauses } from '../types/rollout.ts';
import type { ObjectOf } from './object-of.ts';

export const rolloutChange = z.strictObject({
  cause: z.enum(rolloutCauses),
  key: z.nullable(z.string()),
  at: z.int(),
});

export const guardedArm = z.strictObject({ attempts: z.int(), approved: z.int() });

export type GuardedArmObject = ObjectOf<typeof guardedArm>;

export const guardObserved = z.strictObject({
  control: guardedArm,
  candidate: guardedArm,
  evidence: z.number(),
});

export type GuardObservedObject = ObjectOf<typeof guardObserved>;

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

export type RolloutObject = ObjectOf<typeof rollout>;
