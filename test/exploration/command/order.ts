import type { Mutant } from '../../simulation/mutants/mutant.ts';
import type { Exploration } from '../explore-scope.ts';
import type { Job } from '../jobs.ts';

/** What one thread explores, one job after the other, until something is found. */
export type Order = {
  readonly jobs: readonly Job[];
  readonly mutant?: Mutant;
  /** Where the planted mistake has shown before: explored first. */
  readonly likely?: Job | undefined;
  /** Only a short look at each job: nothing is expected to show. */
  readonly briefly?: boolean;
  /** Most time for each job. */
  readonly seconds: number;
};

export type Report = {
  readonly job: Job;
  readonly exploration: Omit<Exploration, 'ends' | 'engine'> & { readonly ends: number };
  readonly seconds: number;
};
