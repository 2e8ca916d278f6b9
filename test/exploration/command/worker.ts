import { parentPort, workerData } from 'node:worker_threads';
import { plant } from '../../simulation/mutants/plant.ts';
import type { Job } from '../jobs.ts';
import type { Order, Report } from './order.ts';

const { jobs, mutant, likely, briefly, seconds } = workerData as Order;
if (mutant) plant(mutant);
// Refusals are thrown by the thousand; where they came from is of no interest.
Error.stackTraceLimit = 4;
// Loaded only now, so that what was planted is in it.
const { exploreScope } = await import('../explore-scope.ts');
const { shorten } = await import('../shorten.ts');
const { namedScope } = await import('../scopes.ts');
const { walkAtRandom } = await import('../walk-scope.ts');

const report = (job: Job, began: number, exploration: Report['exploration']): boolean => {
  const seconds = (Date.now() - began) / 1000;
  parentPort?.postMessage({ job, exploration, seconds } satisfies Report);
  return exploration.violations.length > 0;
};

const explore = async (job: Job): Promise<boolean> => {
  const began = Date.now();
  const scope = namedScope(job);
  const found = await exploreScope(scope, { until: began + seconds * 1000 });
  const violations = mutant ? found.violations : await shorten(scope, found.violations);
  return report(job, began, { ...found, violations, ends: found.ends.size });
};

/** A mistake mostly shows soon, somewhere: a short look at each scope by chance before each is explored. */
const glance = async (job: Job): Promise<boolean> => {
  const began = Date.now();
  const walked = await walkAtRandom(namedScope(job), began + glance_ms);
  return walked.violations.length > 0 && report(job, began, { ...nothing, ...walked });
};

const glance_ms = 1_000;
const nothing = { states: 0, executions: 0, depth: 0, ends: 0, complete: false, share: 0 };

const first = async (look: (job: Job) => Promise<boolean>): Promise<boolean> => {
  for (const job of jobs) if (await look(job)) return true;
  return false;
};

const shows = async (job: Job): Promise<boolean> => (await glance(job)) || (await explore(job));

const shown = mutant && ((likely && (await shows(likely))) || (await first(glance)));
if (!shown && !briefly) await first(explore);
