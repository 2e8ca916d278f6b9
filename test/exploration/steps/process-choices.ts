import { isRead, nameOf, type Request, type StoreRequest } from '../engine/request.ts';
import { useStore } from '../engine/use-store.ts';
import { arrive } from '../psp/arrive.ts';
import { movesMoney, type PspCall } from '../psp/call.ts';
import type { Effect } from '../psp/keyed.ts';
import type { Fate } from '../psp/operate.ts';
import { profileIn, type Setting, spend, take, type Waiting, type World } from '../world.ts';
import { fateOf } from './fate-of.ts';
import { fault } from './fault.ts';
import { type Choice, giveAnswer, keep, type ProcessActor, redelivery, replaceActor } from './step.ts';
import { forwardChoices, releaseChoices } from './vault-choices.ts';

/** What a process can do next: each request it waits with has its effect, or something goes wrong with it or with the process. */
export const processChoices = (setting: Setting, world: World, actor: ProcessActor): readonly Choice[] => {
  const { node, waiting } = actor;
  const ready = node.pending.filter(
    ({ id, port }) => port !== 'sleep' && !waiting.some(({ request }) => request === id),
  );
  if (ready.length === 0) return [];
  const by = `${node.spec.work.kind} ${node.spec.name}`;
  return [
    ...ready.flatMap((request) => requestChoices(setting, world, actor, request)),
    ...fault(world, 'crash', (left) => ({
      label: `${by} dies before ${ready.map(nameOf).join(', ')}`,
      actor,
      next: async () => ({ world: replaceActor(left, actor, redelivery({ ...node, given: undefined })) }),
    })),
    ...setting.missed.flatMap((held) =>
      fault(world, 'late', (left) => ({
        label: `${by} stands still before ${ready.map(nameOf).join(', ')}, for ${held} recovery runs`,
        actor,
        next: async () => ({ world: replaceActor(left, actor, [{ ...actor, held }]) }),
      })),
    ),
  ];
};

const requestChoices = (
  setting: Setting,
  world: World,
  actor: ProcessActor,
  request: Request,
): readonly Choice[] => {
  const label = `${actor.node.spec.work.kind} ${actor.node.spec.name}: ${nameOf(request)}`;
  switch (request.port) {
    case 'store':
      return storeChoices(setting, world, actor, request, label);
    case 'psp':
      return pspChoices(setting, world, actor, request, label);
    case 'forward':
      return forwardChoices(setting, world, actor, request, label);
    case 'release':
      return releaseChoices(setting, world, actor, request, label);
    case 'sleep':
      return [];
    default:
      return request satisfies never;
  }
};

const storeChoices = (
  setting: Setting,
  world: World,
  actor: ProcessActor,
  request: Request & StoreRequest,
  label: string,
): readonly Choice[] => {
  const { id } = request;
  const unreachable = { thrown: 'storage_unavailable' } as const;
  const after = async (before: World): Promise<{ readonly world: World; readonly value: unknown }> => {
    const { store, value } = await useStore(before.store, request);
    return { world: store === before.store ? before : { ...before, store }, value };
  };
  const plain: Choice = {
    label,
    actor,
    next: async () => {
      const { world: stored, value } = await after(world);
      return giveAnswer(setting, stored, actor, id, { value });
    },
  };
  if (isRead(request)) return [plain];
  return [
    plain,
    ...fault(world, 'store', (left) => ({
      label: `${label} is lost`,
      actor,
      next: () => giveAnswer(setting, left, actor, id, unreachable),
    })),
    ...fault(world, 'store', (left) => ({
      label: `${label}, its answer is lost`,
      actor,
      next: async () => giveAnswer(setting, (await after(left)).world, actor, id, unreachable),
    })),
    ...setting.missed.flatMap((held) =>
      fault(world, 'late', (left) => ({
        label: `${label}, then stands still for ${held} recovery runs`,
        actor,
        next: async () => {
          const { world: stored, value } = await after(left);
          return keep(stored, actor, { request: id, answer: { value }, at: 'released' }, held);
        },
      })),
    ),
  ];
};

const pspChoices = (
  setting: Setting,
  world: World,
  actor: ProcessActor,
  { id, call }: Extract<Request, { readonly port: 'psp' }>,
  label: string,
): readonly Choice[] => {
  const fate = fateOf(setting, world, actor.node.started);
  const plain = effectOf(setting, world, call, fate);
  const answered = (reported: string, from: World, effect: Effect): Choice => ({
    label: reported,
    actor,
    next: async () => {
      const step = await giveAnswer(setting, take(from, call.psp, effect), actor, id, {
        value: effect.answer,
      });
      return { ...step, broken: effect.broken ?? step.broken };
    },
  });
  const timesOut: Waiting = {
    request: id,
    answer: { value: { outcome: 'unknown', doubt: 'timeout' } },
    at: world.now + call.timeout_ms,
  };
  const silent = (reported: string, change: (left: World) => World): readonly Choice[] =>
    fault(world, 'lost', (left) => ({
      label: reported,
      actor,
      next: async () => keep(change(left), actor, timesOut, 0),
    }));
  const moves = movesMoney(call);
  return [
    answered(`${label} → ${plain.answer.outcome}`, world, plain),
    ...otherFates(setting, world, call, fate, plain, (reported, left, effect) =>
      answered(`${label} → ${effect.answer.outcome} (${reported})`, left, effect),
    ),
    ...silent(`${label} is lost`, (left) => left),
    ...(moves ? silent(`${label}, its answer is lost`, (left) => take(left, call.psp, plain)) : []),
    ...(moves
      ? fault(world, 'refused', (left) => ({
          label: `${label} is not sent`,
          actor,
          next: () => giveAnswer(setting, left, actor, id, { value: notSent(call) }),
        }))
      : []),
    ...setting.missed.flatMap((held) => [
      ...fault(world, 'late', (left) => ({
        label: `${label}, then stands still for ${held} recovery runs`,
        actor,
        next: async () =>
          keep(
            take(left, call.psp, plain),
            actor,
            { request: id, answer: { value: plain.answer }, at: 'released' },
            held,
          ),
      })),
      ...(moves
        ? fault(world, 'late', (left) => ({
            label: `${label} is under way for ${held} recovery runs, and given up`,
            actor,
            next: async () =>
              keep(
                {
                  ...left,
                  actors: [
                    ...left.actors,
                    { type: 'item', held, item: { type: 'arrival', call, sent: world.now } },
                  ],
                },
                actor,
                timesOut,
                0,
              ),
          }))
        : []),
    ]),
  ];
};

const notSent = ({ kind }: PspCall) =>
  kind === 'authorize' || kind === 'complete'
    ? { outcome: 'not_sent' }
    : { outcome: 'failed', reason: 'not_sent' };

const effectOf = (setting: Setting, { books }: World, call: PspCall, fate: Fate): Effect => {
  const known = books[call.psp];
  if (!known) throw new Error(`${call.psp} has no books`);
  return arrive(profileIn(setting, call.psp), known, call, fate);
};

/** What else the PSP may answer: no, or what it knew a while ago. Only if that makes a difference. */
const otherFates = (
  setting: Setting,
  world: World,
  call: PspCall,
  fate: Fate,
  plain: Effect,
  choice: (reported: string, left: World, effect: Effect) => Choice,
): readonly Choice[] => {
  const other = (kind: 'decline' | 'behind', changed: Partial<Fate>): readonly Choice[] => {
    const budget = spend(world.budget, kind);
    if (!budget) return [];
    const effect = effectOf(setting, world, call, { ...fate, ...changed });
    const same = JSON.stringify(effect.answer) === JSON.stringify(plain.answer);
    return same ? [] : [choice(kind, { ...world, budget }, effect)];
  };
  return movesMoney(call) ? other('decline', { declined: true }) : other('behind', { behind: true });
};
