import type { HttpResponse } from '../../../lib/types/transport.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import type { Request } from '../engine/request.ts';
import type { Fate } from '../psp/operate.ts';
import { callOf } from '../vault/call-of.ts';
import { type Forwarding, forward, release } from '../vault/the-vault.ts';
import type { Actor, Setting, World } from '../world.ts';
import { spend } from '../world.ts';
import { fateOf } from './fate-of.ts';
import { fault } from './fault.ts';
import { type Choice, giveAnswer, keep, type ProcessActor, replaceActor, type Step } from './step.ts';

type ForwardAsked = Extract<Request, { readonly port: 'forward' }>;
type ReleaseAsked = Extract<Request, { readonly port: 'release' }>;

/** What can become of a request to a PSP that goes through the vault. */
export const forwardChoices = (
  setting: Setting,
  world: World,
  actor: ProcessActor,
  { id, request }: ForwardAsked,
  label: string,
): readonly Choice[] => {
  const fate = fateOf(setting, world, actor.node.started);
  const sent = (from: World, as: Partial<Fate> = {}): Promise<Forwarding> =>
    forward(setting, from, request, { ...fate, ...as });
  const answered = (reported: string, from: World, as: Partial<Fate>): Choice => ({
    label: reported,
    actor,
    next: async () => {
      const done = await sent(from, as);
      const step = await giveAnswer(setting, done.world, actor, id, { value: invocationOf(done.answer) });
      return { ...step, broken: done.broken ?? step.broken };
    },
  });
  const timesOut = {
    request: id,
    answer: { value: { kind: 'lost', doubt: 'timeout', cause: 'timeout' } satisfies HttpResponse },
    at: world.now + request.timeout_ms,
  };
  const declined = spend(world.budget, 'decline');
  return [
    answered(label, world, {}),
    ...(declined
      ? [answered(`${label}, which declines`, { ...world, budget: declined }, { declined: true })]
      : []),
    ...fault(world, 'refused', (left) => ({
      label: `${label}: the vault is not there`,
      actor,
      next: () => giveAnswer(setting, left, actor, id, { value: throttled }),
    })),
    ...fault(world, 'lost', (left) => ({
      label: `${label} is lost`,
      actor,
      next: async () => keep(left, actor, timesOut, 0),
    })),
    ...fault(world, 'lost', (left) => ({
      label: `${label}, its answer is lost`,
      actor,
      next: async () => {
        const done = await sent(left);
        return { ...keep(done.world, actor, timesOut, 0), broken: done.broken };
      },
    })),
    ...fault(world, 'lost', (left) => ({
      label: `${label}, then the vault's function fails`,
      actor,
      next: async () => {
        const done = await sent(left);
        const step = await giveAnswer(setting, done.world, actor, id, { value: failed });
        return { ...step, broken: done.broken ?? step.broken };
      },
    })),
    ...setting.missed.flatMap((held) => [
      ...fault(world, 'late', (left) => ({
        label: `${label}, then stands still for ${held} recovery runs`,
        actor,
        next: async () => {
          const { world: after, answer, broken } = await sent(left);
          const waiting = { request: id, answer: { value: invocationOf(answer) }, at: 'released' } as const;
          return { ...keep(after, actor, waiting, held), broken };
        },
      })),
      ...fault(world, 'late', (left) => ({
        label: `${label} is held up on its way to the vault for ${held} recovery runs, and given up`,
        actor,
        next: async () =>
          keep(
            underWay(left, { type: 'item', held, item: { type: 'forward', request } }),
            actor,
            timesOut,
            0,
          ),
      })),
      ...fault(world, 'late', (left) => ({
        label: `${label} is under way from the vault for ${held} recovery runs, and given up`,
        actor,
        next: async () => {
          const item = { type: 'arrival', call: callOf(request), sent: world.now } as const;
          return keep(underWay(left, { type: 'item', held, item }), actor, timesOut, 0);
        },
      })),
    ]),
  ];
};

/** What can become of the word that the security code is needed no more. */
export const releaseChoices = (
  setting: Setting,
  world: World,
  actor: ProcessActor,
  { id }: ReleaseAsked,
  label: string,
): readonly Choice[] => {
  const received = { value: undefined };
  return [
    {
      label,
      actor,
      next: async () => giveAnswer(setting, await release(world), actor, id, received),
    },
    ...fault(world, 'lost', (left) => ({
      label: `${label} is lost`,
      actor,
      next: () => giveAnswer(setting, left, actor, id, received),
    })),
  ];
};

/** A request that its sender has given up gets to the vault. Nobody hears what it answers. */
export const forwardArrives = (
  setting: Setting,
  world: World,
  actor: Actor,
  request: ForwardRequest,
  label: string,
): Choice => ({
  label,
  actor,
  next: async (): Promise<Step> => {
    const fate = fateOf(setting, world, world.now);
    const { world: after, broken } = await forward(setting, replaceActor(world, actor, []), request, fate);
    return { world: after, broken };
  },
});

const underWay = (world: World, actor: Actor): World => ({ ...world, actors: [...world.actors, actor] });

const invocationOf = (answer: object): HttpResponse => ({
  kind: 'answered',
  status: 200,
  headers: {},
  body: JSON.stringify(answer),
});

/** As Lambda answers: too many at once, and of a function that did not come to its end. */
const throttled: HttpResponse = { kind: 'answered', status: 429, headers: {}, body: '' };
const failed: HttpResponse = {
  kind: 'answered',
  status: 200,
  headers: { 'x-amz-function-error': 'Unhandled' },
  body: '{"errorType":"Runtime.ExitError"}',
};
