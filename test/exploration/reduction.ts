import type { ForwardRequest } from '../../lib/vault-protocol/forward.ts';
import type { Work } from './engine/process-spec.ts';
import type { Request } from './engine/request.ts';
import type { Item, PspCall } from './psp/call.ts';
import type { Choice } from './steps/step.ts';
import type { Actor, World } from './world.ts';

/**
 * Partial-order reduction by persistent sets. At a world, take a set T of actors such that nothing anybody outside of T may do before time passes
 * touches what the next steps of T touch. Then only T's choices are followed from here.
 *
 * Why that hides no violation. Time passes only once nobody can act, so in every run from here somebody of T takes a step sooner or later; let t be
 * the first such step, and u₁…uₙ what others do before it.
 * 1. t is possible here already, with the same effect: the uᵢ do not write what t reads. A fault of t is affordable here: budgets only fall.
 * 2. u₁…uₙ are possible after t, with the same effects: t does not write what they read, and a run that could afford them all in one order can in
 *    the other. So t u₁…uₙ ends in the same world as u₁…uₙ t, and from there on the runs are the same.
 * 3. What is checked in the worlds between is not lost. The checks compare a charge's record with its payment in the books, so both are one resource
 *    here: where t and some uᵢ touch either, they are dependent. Money at two payments of one session or order is compared too: t may be moved ahead of a
 *    claim only if it is an authorisation, which adds money and hides none; all other calls that move money conflict with every confirm of that session or
 *    order. Answers promise things of records that their process has written or read, so they add no dependence of their own.
 * 4. No actor is put off for ever: no world comes back, since each step makes a process longer, a budget smaller, a delivery fewer or the time later.
 * The test of the reduction compares it with the full exploration.
 */
export const reduce = (world: World, choices: readonly Choice[]): readonly Choice[] => {
  const able = [...new Set(choices.flatMap(({ actor }) => actor ?? []))];
  if (able.length < 2 || choices.some(({ actor }) => actor === undefined)) return choices;
  const next = new Map(able.map((actor) => [actor, nextOf(world, actor)]));
  const future = new Map(able.map((actor) => [actor, futureOf(world, actor)]));
  let smallest: ReadonlySet<Actor> = new Set(able);
  for (const actor of able) {
    const set = closure(actor, able, next, future);
    if (set.size < smallest.size) smallest = set;
  }
  return choices.filter(({ actor }) => actor && smallest.has(actor));
};

/** What is touched: a record or payment, by name; `everything` of all. */
type Touch = { readonly name: string; readonly writes: boolean };
type Touches = readonly Touch[];

const closure = (
  first: Actor,
  able: readonly Actor[],
  next: ReadonlyMap<Actor, Touches>,
  future: ReadonlyMap<Actor, Touches>,
): ReadonlySet<Actor> => {
  const set = new Set([first]);
  // A set grows while it is walked.
  for (const member of set)
    for (const other of able)
      if (!set.has(other) && conflict(next.get(member) ?? [], future.get(other) ?? [])) set.add(other);
  return set;
};

const everything = 'everything';

const conflict = (some: Touches, others: Touches): boolean =>
  some.some((one) =>
    others.some(
      (other) =>
        (one.writes || other.writes) &&
        (one.name === other.name || one.name === everything || other.name === everything),
    ),
  );

const write = (name: string): Touch => ({ name, writes: true });
const read = (name: string): Touch => ({ name, writes: false });

/** What the next step of an actor touches, whichever of its choices it is. */
const nextOf = (world: World, actor: Actor): Touches => {
  switch (actor.type) {
    case 'process':
      return actor.node.pending
        .filter(({ id }) => !actor.waiting.some(({ request }) => request === id))
        .flatMap((request) => requestTouches(world, request));
    case 'start':
      return [];
    case 'item':
      return itemTouches(world, actor.item);
    default:
      return actor satisfies never;
  }
};

const requestTouches = (world: World, request: Request): Touches => {
  switch (request.port) {
    case 'sleep':
      return [];
    case 'psp':
      return callTouches(world, request.call);
    case 'forward':
      return forwardTouches(request.request);
    case 'release':
      return [write(theVault)];
    case 'store':
      switch (request.method) {
        case 'session':
          return [read(`session ${request.args[0]}`)];
        case 'charge':
          return [read(`charge ${request.args[0]}`)];
        case 'open':
          return [read(everything)];
        case 'commit': {
          const [writes, , order] = request.args;
          return [
            ...writes.map(({ table, item }) =>
              write(`${table === 'sessions' ? 'session' : 'charge'} ${item.id}`),
            ),
            ...(order ? [write(`order ${order.id}`)] : []),
          ];
        }
        default:
          return [write(`charge ${request.args[0]}`)];
      }
    default:
      return request satisfies never;
  }
};

const callTouches = (world: World, { kind, attempt }: PspCall): Touches => {
  const name = `charge ${attempt.reference}`;
  if (kind === 'look_up' || kind === 'look_up_refunds') return [read(name)];
  return kind === 'authorize' ? [write(name)] : [write(name), write(moneyOf(world, attempt.session))];
};

/** It adds money and hides none, as an authorisation does. */
const forwardTouches = ({ attempt }: ForwardRequest): Touches => [
  write(`charge ${attempt}`),
  write(theVault),
];

const theVault = 'vault';

const moneyOf = ({ store }: World, session: string): string =>
  `money ${store.sessions.get(session)?.order ?? session}`;

const itemTouches = (world: World, item: Item): Touches => {
  // It starts a process, and touches nothing yet.
  if (item.type === 'event') return [];
  if (item.type === 'arrival') return callTouches(world, item.call);
  if (item.type === 'forward') return forwardTouches(item.request);
  return [write(`charge ${item.reference}`), ...moneyTouches(world, item.reference)];
};

const moneyTouches = (world: World, charge: string): Touches => {
  const session = world.store.charges.get(charge)?.session;
  return session === undefined ? [] : [write(moneyOf(world, session))];
};

/** All that an actor, and whatever it sets off, may touch before time passes. */
const futureOf = (world: World, actor: Actor): Touches => {
  if (actor.type === 'process') return [...nextOf(world, actor), ...workTouches(world, actor.node.spec)];
  if (actor.type === 'start') return workTouches(world, actor.spec);
  const { item } = actor;
  const charge = chargeOf(item);
  if (charge === undefined) return [];
  return item.type === 'forward'
    ? [...chargeTouches(world, charge), write(theVault)]
    : chargeTouches(world, charge);
};

const chargeOf = (item: Item): string | undefined => {
  switch (item.type) {
    case 'event':
      return item.event.reference;
    case 'arrival':
      return item.call.attempt.reference;
    case 'forward':
      return item.request.attempt;
    default:
      return item.reference;
  }
};

const workTouches = (
  world: World,
  { name, work }: { readonly name: string; readonly work: Work },
): Touches => {
  switch (work.kind) {
    case 'confirm': {
      const own = [...world.store.charges.keys()].filter((id) => id.startsWith(`ch_0${name}`));
      const order = world.store.sessions.get(work.session)?.order;
      const rivals = [...world.store.sessions.values()].filter(
        (session) => order !== undefined && session.order === order && session.id !== work.session,
      );
      return [
        write(`session ${work.session}`),
        ...own.map((id) => write(`charge ${id}`)),
        write(moneyOf(world, work.session)),
        ...(order === undefined ? [] : [write(`order ${order}`)]),
        ...rivals.map(({ id }) => read(`session ${id}`)),
        ...(work.from_vault ? [write(theVault)] : []),
      ];
    }
    case 'complete':
    case 'capture':
    case 'cancel':
    case 'refund':
      return chargeTouches(world, work.charge);
    case 'webhook':
      return work.event.reference === undefined ? [] : chargeTouches(world, work.event.reference);
    case 'expire':
    case 'recovery':
      return [write(everything)];
    default:
      return work satisfies never;
  }
};

/** Whoever works on a charge works on its session, and on whatever hangs on that. */
const chargeTouches = (world: World, charge: string): Touches => {
  const session = world.store.charges.get(charge)?.session;
  if (session === undefined) return [write(everything)];
  const order = world.store.sessions.get(session)?.order;
  return [
    write(`charge ${charge}`),
    write(`session ${session}`),
    write(moneyOf(world, session)),
    ...(order === undefined ? [] : [write(`order ${order}`)]),
  ];
};
