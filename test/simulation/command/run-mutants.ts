import type { Mutant } from '../mutants/mutant.ts';
import { mutants } from '../mutants/mutants.ts';
import { startWorker } from './start-worker.ts';

/** Seeds a mistake may survive before it counts as not caught, and payments a seed. */
const mostSeeds = 4_000;
const payments = 60;

/** Every planted mistake over one seed after the other until one catches it. Resolves to the names of those that survived. */
export const runMutants = async (threads: number, only: string | undefined): Promise<readonly string[]> => {
  const waiting = mutants.filter(({ name }) => only === undefined || name.includes(only));
  const survivors: string[] = [];
  console.log(
    `${'planted mistake'.padEnd(72)} ${'invariant'.padStart(9)} ${'seed'.padStart(5)} ${'payments'.padStart(9)}`,
  );
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift())
      if (!(await isCaught(mutant))) survivors.push(mutant.name);
  };
  await Promise.all(Array.from({ length: threads }, work));
  return survivors;
};

const isCaught = async (mutant: Mutant): Promise<boolean> => {
  let tried = 0;
  const { from = 1 } = mutant;
  const worker = startWorker({ from, to: from + mostSeeds, step: 1, payments, mutant }, ({ tally }) => {
    tried += tally.payments;
  });
  const { failed } = await worker.ended;
  worker.stop();
  const found = failed?.violation;
  const reported = found
    ? `${String(found.invariant).padStart(9)} ${String(failed.seed).padStart(5)}`
    : `${'SURVIVED'.padStart(15)}`;
  console.log(`${mutant.name.padEnd(72)} ${reported} ${String(tried).padStart(9)}`);
  return found !== undefined;
};
