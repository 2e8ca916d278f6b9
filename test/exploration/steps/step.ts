import { promisesOf, wrongAnswer } from '../checks/answers.ts';
import { wrongRequest } from '../checks/call-refused.ts';
import { cardNumber } from '../engine/cards.ts';
import type { ProcessSpec } from '../engine/process-spec.ts';
import type { ProcessNode } from '../engine/process-tree.ts';
import type { Answer, Request } from '../engine/request.ts';
import type { Actor, Setting, Waiting, World } from '../world.ts';

/** A world after a step. `broken`: the invariant that the step itself broke. */
export type Step = { readonly world: World; readonly broken?: string | undefined };

/** One thing that can happen next. */
export type Choice = {
  /** What happens, for a schedule that a person reads. */
  readonly label: string;
  /** Who does it; undefined if time passes. */
  readonly actor: Actor | undefined;
  readonly next: () => Promise<Step>;
};

/** Deliveries of one event that are not taken, before its PSP gives up. */
const mostTries = 8;

export const replaceActor = (world: World, actor: Actor, by: readonly Actor[]): World => ({
  ...world,
  actors: world.actors.flatMap((other) => (other === actor ? by : other)),
});

/** A process starts, and runs until it waits at a port. */
export const startProcess = async (
  setting: Setting,
  world: World,
  actor: Actor,
  spec: ProcessSpec,
): Promise<Step> => {
  const node = await setting.tree.start(spec, world.now);
  return arriveAt(world, actor, node, [], node.pending);
};

/** A process has an answer, and runs until it waits again. */
export const giveAnswer = async (
  setting: Setting,
  world: World,
  actor: ProcessActor,
  request: number,
  answer: Answer,
): Promise<Step> => {
  const asked = actor.node.pending.find(({ id }) => id === request);
  if (!asked) throw new Error(`${actor.node.spec.name} does not wait for request ${request}`);
  const node = await setting.tree.answer(actor.node, asked, answer, world.now);
  const before = new Set(actor.node.pending.map(({ id }) => id));
  const waiting = actor.waiting.filter((other) => other.request !== request);
  return arriveAt(
    world,
    actor,
    node,
    waiting,
    node.pending.filter(({ id }) => !before.has(id)),
  );
};

export type ProcessActor = Extract<Actor, { readonly type: 'process' }>;

const arriveAt = (
  world: World,
  actor: Actor,
  node: ProcessNode,
  waiting: readonly Waiting[],
  news: readonly Request[],
): Step => {
  const notified = report(world, node);
  const { given } = node;
  if (!given) {
    const after = replaceActor(notified.world, actor, [{ type: 'process', held: 0, node, waiting }]);
    return { world: after, broken: notified.broken ?? wrongRequest(after, node, news) };
  }
  const ended = replaceActor(notified.world, actor, redelivery(node));
  const promises = promisesOf(node, given);
  const said = promises.length === 0 ? ended.said : new Set([...ended.said, ...promises]);
  return { world: { ...ended, said }, broken: notified.broken ?? wrongAnswer(ended, node, given) };
};

/** The process has the answer only once it does not stand still any more. */
export const keep = (world: World, actor: ProcessActor, waiting: Waiting, held: number): Step => ({
  world: replaceActor(world, actor, [{ ...actor, held, waiting: [...actor.waiting, waiting] }]),
});

/** What was reported: that a person has to look is kept, what must never be is broken. */
const report = (world: World, { reported }: ProcessNode): Step => {
  const reviews = reported.flatMap(({ event, charge }) =>
    event === 'needs_review' ? `review ${charge}` : [],
  );
  const wrong = reported.find(({ event }) => event === 'invariant_broken' || event === 'impossible');
  const card = reported.find((event) => Object.values(event).includes(cardNumber));
  if (card) return { world, broken: `[13] the card's number is in event ${card.event}` };
  return {
    world: reviews.length === 0 ? world : { ...world, said: new Set([...world.said, ...reviews]) },
    ...(wrong ? { broken: `[0] ${wrong.event}: ${wrong.what} (${wrong.charge})` } : {}),
  };
};

/** What was not taken comes again, after recovery has come round. */
export const redelivery = ({ spec: { work }, given }: ProcessNode): readonly Actor[] => {
  if (work.kind !== 'webhook' || (given && given.status < 300) || work.tries >= mostTries) return [];
  const { psp, event, tries } = work;
  return [{ type: 'item', held: 1, item: { type: 'event', psp, event, tries: tries + 1 } }];
};
