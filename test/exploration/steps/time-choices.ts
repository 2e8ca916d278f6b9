import { minute_ms, type Setting, spawn, start_ms, type World } from '../world.ts';
import { fault } from './fault.ts';
import { type Choice, giveAnswer, type ProcessActor, type Step, startProcess } from './step.ts';

/** More runs than this, and recovery does not come to an end. */
const mostRuns = 60;
/** A look further ahead than this is none: what waits for a person stays listed. */
const never_ms = 10 * 365 * 86_400_000;

/**
 * Time passes to the next moment at which something can happen: a pause or a time-out ends, or recovery comes round, every minute if something is due.
 * What stands still goes on with a recovery run, so that the two meet; or a minute later if there is none to come.
 */
export const timeChoices = (setting: Setting, world: World): readonly Choice[] => {
  const wakes = Math.min(...world.actors.map(wakeOf));
  const runs = nextRun(world);
  if (wakes < runs) return [passes(setting, world, wakes, 0)];
  if (runs < Number.POSITIVE_INFINITY)
    return [
      passes(setting, world, runs, 1),
      ...fault(world, 'twice', (left) => passes(setting, left, runs, 2)),
    ];
  const held = world.actors.some((actor) => actor.held > 0);
  return held ? [passes(setting, world, world.now + minute_ms, undefined)] : [];
};

const wakeOf = (actor: World['actors'][number]): number => {
  if (actor.type !== 'process' || actor.held > 0) return Number.POSITIVE_INFINITY;
  return Math.min(
    ...actor.waiting.map(({ at }) => (at === 'released' ? Number.POSITIVE_INFINITY : at)),
    ...actor.node.pending.map((request) =>
      request.port === 'sleep' ? request.until : Number.POSITIVE_INFINITY,
    ),
  );
};

const nextRun = ({ store, now }: World): number => {
  let due = Number.POSITIVE_INFINITY;
  for (const { recover_at = Number.POSITIVE_INFINITY } of store.charges.values())
    if (recover_at < now + never_ms) due = Math.min(due, recover_at);
  const from = Math.max(due, now + 1);
  return start_ms + Math.ceil((from - start_ms) / minute_ms) * minute_ms;
};

/** `recoveries`: runs that start now; undefined if what stands still goes on without one. */
const passes = (setting: Setting, world: World, now: number, recoveries: number | undefined): Choice => ({
  label: `${now - start_ms} ms: ${recoveries ? `recovery comes round${recoveries > 1 ? ' twice' : ''}` : 'time passes'}`,
  actor: undefined,
  next: async () => {
    let step: Step = { world: { ...world, now } };
    if (recoveries !== 0) step = { world: { ...released(step.world), runs: world.runs + 1 } };
    if (step.world.runs > mostRuns) return { ...step, broken: '[14] recovery does not come to an end' };
    for (let run = 0; run < (recoveries ?? 0); run++) step = await startRecovery(setting, step);
    for (let due = nextDue(step.world); due && step.broken === undefined; due = nextDue(step.world))
      step = await giveAnswer(setting, step.world, due.actor, due.request, due.answer);
    return step;
  },
});

const released = (world: World): World => ({
  ...world,
  actors: world.actors.map((actor) => (actor.held > 0 ? { ...actor, held: actor.held - 1 } : actor)),
});

const startRecovery = (setting: Setting, { world }: Step): Promise<Step> => {
  const spawned = spawn(world, { kind: 'recovery' });
  const started = spawned.actors.at(-1);
  if (started?.type !== 'start') throw new Error('nothing was started');
  return startProcess(setting, spawned, started, started.spec);
};

const nextDue = ({ actors, now }: World) => {
  for (const actor of actors) {
    if (actor.type !== 'process' || actor.held > 0) continue;
    const due = dueOf(actor, now);
    if (due) return { actor, ...due };
  }
  return undefined;
};

const dueOf = ({ node, waiting }: ProcessActor, now: number) => {
  const answer = waiting.find(({ at }) => at === 'released' || at <= now);
  if (answer) return answer;
  const slept = node.pending.find((request) => request.port === 'sleep' && request.until <= now);
  return slept && { request: slept.id, answer: { value: undefined } };
};
