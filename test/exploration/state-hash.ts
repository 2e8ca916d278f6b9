import type { Charge } from '../../lib/types/charge.ts';
import type { Session } from '../../lib/types/session.ts';
import { digest, type Shape, shapeOf, shapeOfRecord, textOf } from './engine/naming.ts';
import type { Actor, World } from './world.ts';

/**
 * Two worlds with the same hash go on the same way, up to the names of things: ids are numbered by their first appearance, records in an order that
 * does not depend on their ids, actors by what they are. A process that has ended counts by what it left in the store and what it said.
 */
export const hashOf = (world: World): string => {
  const { store, books, vault, actors, budget, said, now, runs } = world;
  const charges = inOrder(store.charges, store.sessions);
  const places = new Map<string, number>();
  let whole = `${now} ${runs} ${Object.values(budget).join()}`;
  const add = ({ text, ids }: Shape): void => {
    whole += ` ${text}`;
    for (const id of ids) {
      const place = places.get(id) ?? places.size;
      places.set(id, place);
      whole += `,${place}`;
    }
  };
  /** What has no order of its own: by what it says, then by what it says it of. */
  const addSet = (shapes: readonly Shape[]): void => {
    const named = shapes.map((shape) => {
      const known = shape.ids.map((id) => places.get(id) ?? '').join();
      return { shape, order: `${shape.text} ${known}` };
    });
    named.sort((a, b) => Number(a.order > b.order) - Number(a.order < b.order));
    for (const { shape } of named) add(shape);
  };
  for (const session of store.sessions.values()) add(shapeOfRecord(session));
  for (const charge of charges) add(shapeOfRecord(charge));
  for (const { payments, kept, fenced, canceling } of Object.values(books)) {
    whole += ';';
    for (const { id } of charges) if (payments[id]) add(shapeOfRecord(payments[id]));
    addSet(Object.values(kept).map(shapeOfRecord));
    addSet(fenced.map((reference) => shapeOfLine(`fenced ${reference}`)));
    addSet(canceling.map((reference) => shapeOfLine(`canceling ${reference}`)));
  }
  addSet([shapeOfLine(`vault ${vault.has_code} ${vault.answered}`)]);
  addSet([...store.orders].flatMap(([id, held]) => [...held].map((by) => shapeOfLine(`${id} ${by}`))));
  addSet(actors.map(shapeOfActor));
  addSet([...said].map(shapeOfLine));
  return digest(whole);
};

/** By session and attempt, whatever their ids. */
const inOrder = (
  charges: ReadonlyMap<string, Charge>,
  sessions: ReadonlyMap<string, Session>,
): readonly Charge[] => {
  const attempts = [...sessions.values()].flatMap((session) => session.attempts.map(({ charge }) => charge));
  return [...charges.values()].sort((a, b) => attempts.indexOf(a.id) - attempts.indexOf(b.id));
};

const lines = new Map<string, Shape>();

const shapeOfLine = (line: string): Shape => {
  const known = lines.get(line) ?? shapeOf(line);
  lines.set(line, known);
  return known;
};

const items = new WeakMap<object, Shape>();

const shapeOfActor = (actor: Actor): Shape => {
  const known = items.get(actor);
  if (known) return known;
  const shape = freshShape(actor);
  items.set(actor, shape);
  return shape;
};

const freshShape = (actor: Actor): Shape => {
  const { held } = actor;
  switch (actor.type) {
    case 'process': {
      const { node, waiting } = actor;
      const more = shapeOf(`${held}${textOf(waiting)}`, node.shape.ids);
      return { text: `${node.shape.text}${digest(more.text)}`, ids: more.ids };
    }
    case 'start':
      return shapeOf(`${held}${textOf(actor.spec.work)}`);
    case 'item':
      return shapeOf(`${held}${textOf(actor.item)}`);
    default:
      return actor satisfies never;
  }
};
