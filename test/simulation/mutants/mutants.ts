import { attemptMutants } from './attempt-mutants.ts';
import { decisionMutants } from './decision-mutants.ts';
import { domainEventMutants } from './domain-event-mutants.ts';
import { factMutants } from './fact-mutants.ts';
import type { Mutant } from './mutant.ts';
import { operationMutants } from './operation-mutants.ts';
import { recoveryMutants } from './recovery-mutants.ts';
import { vaultMutants } from './vault-mutants.ts';

/** Every planted mistake. */
export const mutants: readonly Mutant[] = [
  ...attemptMutants,
  ...operationMutants,
  ...factMutants,
  ...recoveryMutants,
  ...decisionMutants,
  ...domainEventMutants,
  ...vaultMutants,
];
