import { arrive, authenticate, lapse, technicalCancel } from '../psp/arrive.ts';
import type { Item } from '../psp/call.ts';
import type { Effect } from '../psp/keyed.ts';
import { type Fate, finish, operateElsewhere } from '../psp/operate.ts';
import { type Actor, profileIn, type Setting, spawn, take, type World } from '../world.ts';
import { fault } from './fault.ts';
import { type Choice, replaceActor, type Step, startProcess } from './step.ts';
import { forwardArrives } from './vault-choices.ts';

/** What is under way by itself arrives, or comes late, or twice, or comes to nothing. */
export const itemChoices = (
  setting: Setting,
  world: World,
  actor: Extract<Actor, { readonly type: 'item' }>,
): readonly Choice[] => {
  const { item } = actor;
  const late = setting.missed.flatMap((held) =>
    fault(world, 'late', (left) => ({
      label: `${nameOf(item)} is late by ${held} recovery runs`,
      actor,
      next: async () => ({ world: replaceActor(left, actor, [{ ...actor, held }]) }),
    })),
  );
  if (item.type === 'event') return [...deliveries(setting, world, actor, item), ...late];
  if (item.type === 'forward') return [forwardArrives(setting, world, actor, item.request, nameOf(item))];
  if (mayHappen(item))
    return fault(world, 'elsewhere', (left) => happens(setting, left, actor, false)).concat(
      item.type === 'elsewhere' && item.kind === 'capture'
        ? fault(world, 'elsewhere', (left) => happens(setting, left, actor, true))
        : [],
    );
  const refused =
    item.type === 'finish' ? fault(world, 'decline', (left) => happens(setting, left, actor, true)) : [];
  return [happens(setting, world, actor, false), ...refused, ...(item.type === 'arrival' ? [] : late)];
};

/** Whether time waits for it. */
export const isCertain = (actor: Actor): boolean => actor.type !== 'item' || !mayHappen(actor.item);

const mayHappen = ({ type }: Item): boolean => type === 'lapse' || type === 'elsewhere';

const deliveries = (
  setting: Setting,
  world: World,
  actor: Actor,
  item: Extract<Item, { readonly type: 'event' }>,
): readonly Choice[] => {
  const { psp, event, tries } = item;
  const deliver = async (from: World): Promise<Step> => {
    const spawned = spawn(replaceActor(from, actor, []), { kind: 'webhook', psp, event, tries });
    const started = spawned.actors.at(-1);
    if (started?.type !== 'start') throw new Error('nothing was started');
    return startProcess(setting, spawned, started, started.spec);
  };
  const again = (left: World, held: number): World => ({
    ...left,
    actors: [...left.actors, { type: 'item', held, item: { ...item, tries: Number.POSITIVE_INFINITY } }],
  });
  return [
    { label: `${nameOf(item)} comes in`, actor, next: () => deliver(world) },
    ...[0, ...setting.missed].flatMap((held) =>
      fault(world, 'twice', (left) => ({
        label: `${nameOf(item)} comes in, and again ${held} recovery runs later`,
        actor,
        next: () => deliver(again(left, held)),
      })),
    ),
  ];
};

const happens = (
  setting: Setting,
  world: World,
  actor: Extract<Actor, { readonly type: 'item' }>,
  declined: boolean,
): Choice => ({
  label: `${nameOf(actor.item)}${declined ? ' is refused' : ''}`,
  actor,
  next: async () => {
    const { psp, effect } = effectOf(setting, world, actor.item, declined);
    return { world: take(replaceActor(world, actor, []), psp, effect), broken: effect.broken };
  },
});

const pspOf = (item: Item): string => {
  if (item.type === 'arrival') return item.call.psp;
  return item.type === 'forward' ? item.request.account : item.psp;
};

const effectOf = (
  setting: Setting,
  { books, now }: World,
  item: Item,
  declined: boolean,
): { readonly psp: string; readonly effect: Effect } => {
  const psp = pspOf(item);
  const profile = profileIn(setting, psp);
  const known = books[psp];
  if (!known) throw new Error(`${psp} has no books`);
  const fate: Fate = {
    now,
    sent: item.type === 'arrival' ? item.sent : now,
    declined,
    decline: setting.decline,
    behind: false,
    customer: setting.customer,
  };
  switch (item.type) {
    case 'arrival':
      return { psp, effect: arrive(profile, known, item.call, fate) };
    case 'finish':
      return { psp, effect: finish(profile, known, item, fate) };
    case 'technical_cancel':
      return { psp, effect: technicalCancel(profile, known, item.reference, fate) };
    case 'authentication':
      return { psp, effect: authenticate(profile, known, item.reference, fate) };
    case 'offer_ends':
    case 'lapse':
      return { psp, effect: lapse(profile, known, item.reference, fate) };
    case 'elsewhere':
      return { psp, effect: operateElsewhere(profile, known, item, fate) };
    case 'event':
    case 'forward':
      throw new Error(`${item.type} goes no straight way to a PSP`);
    default:
      return item satisfies never;
  }
};

const nameOf = (item: Item): string => {
  switch (item.type) {
    case 'event':
      return `event ${item.event.id} of ${item.psp}`;
    case 'finish':
      return `${item.psp} finishes ${item.operation}`;
    case 'technical_cancel':
      return `${item.psp} runs the cancel of ${item.reference}`;
    case 'arrival':
      return `${item.call.kind} ${item.call.operation?.id ?? item.call.attempt.reference} arrives after all at ${item.call.psp}`;
    case 'forward':
      return `forward of ${item.request.attempt} gets to the vault after all`;
    case 'authentication':
      return `the customer of ${item.reference} is done at the bank`;
    case 'offer_ends':
      return `${item.psp} withdraws ${item.reference}`;
    case 'lapse':
      return `the hold of ${item.reference} lapses at ${item.psp}`;
    case 'elsewhere':
      return `${item.kind} of ${item.amount} of ${item.reference} in ${item.psp}'s dashboard`;
    default:
      return item satisfies never;
  }
};
