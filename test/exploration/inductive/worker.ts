import { parentPort, workerData } from 'node:worker_threads';
import type { Mutant } from '../../simulation/mutants/mutant.ts';
import { plant } from '../../simulation/mutants/plant.ts';
import type { Slice } from './check-family.ts';

/** What one thread checks. */
export type InductiveOrder = { readonly slice: Slice; readonly mutant?: Mutant | undefined };

const { slice, mutant } = workerData as InductiveOrder;
if (mutant) plant(mutant);
// Refusals are thrown by the thousand; where they came from is of no interest.
Error.stackTraceLimit = 0;
// Loaded only now, so that what was planted is in it.
const { checkFamily } = await import('./check-family.ts');
parentPort?.postMessage(await checkFamily(slice));
