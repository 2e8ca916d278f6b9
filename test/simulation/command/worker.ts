import { parentPort, workerData } from 'node:worker_threads';
import type { Mutant } from '../mutants/mutant.ts';
import { plant } from '../mutants/plant.ts';
import type { SeedResult } from '../run-seed.ts';
import { addSeed, createTally, type Tally } from './tally.ts';

/** Seeds `from`, `from + step` … below `to`. */
export type WorkOrder = {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly payments: number;
  readonly mutant?: Mutant;
};

export type WorkReport = {
  readonly tally: Tally;
  readonly failed?: Pick<SeedResult, 'seed' | 'violation'>;
  readonly done: boolean;
};

const order = workerData as WorkOrder;
if (order.mutant) plant(order.mutant);
// Refusals are thrown by the hundred thousand. A replay of the seed shows where an unexpected one came from.
Error.stackTraceLimit = 0;
// Loaded only now, so that what was planted is in it.
const { runSeed } = await import('../run-seed.ts');

const batch = 20;
let tally = createTally();
const report = (rest: Omit<WorkReport, 'tally'>): void => {
  parentPort?.postMessage({ tally, ...rest } satisfies WorkReport);
  tally = createTally();
};
let failed: WorkReport['failed'];
for (let seed = order.from; seed < order.to && !failed; seed += order.step) {
  const { often = [], without = [] } = order.mutant ?? {};
  const result = await runSeed({ seed, payments: order.payments, often, without: new Set(without) });
  addSeed(tally, result);
  if (result.violation) failed = { seed, violation: result.violation };
  else if (tally.seeds === batch) report({ done: false });
}
report({ done: true, ...(failed ? { failed } : {}) });
