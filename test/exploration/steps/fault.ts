import { type Fault, spend, type World } from '../world.ts';
import type { Choice } from './step.ts';

/** A choice that costs a fault, if there is one left. */
export const fault = (world: World, kind: Fault, choice: (left: World) => Choice): readonly Choice[] => {
  const budget = spend(world.budget, kind);
  return budget ? [choice({ ...world, budget })] : [];
};
