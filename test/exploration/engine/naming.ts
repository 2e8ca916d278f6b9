import { hash } from 'node:crypto';

/** Every id that is made here ends in `_0` and the name of who made it. */
const idPart = /_0([a-z0-9]+)/g;

/** A text with its ids taken out: what it says whatever they are, and which they are, in the order of their first appearance. */
export type Shape = { readonly text: string; readonly ids: readonly string[] };

/** `known`: ids that have appeared before, in their order. */
export const shapeOf = (text: string, known: readonly string[] = []): Shape => {
  const places = new Map(known.map((id, place) => [id, place]));
  const bare = text.replace(idPart, (_, id: string) => {
    const place = places.get(id) ?? places.size;
    places.set(id, place);
    return `_#${place}`;
  });
  return { text: bare, ids: [...places.keys()] };
};

export const digest = (text: string): string => hash('md5', text, 'base64');

const shapes = new WeakMap<object, Shape>();

/** The shape of a frozen record, worked out once. */
export const shapeOfRecord = (record: object): Shape => {
  const known = shapes.get(record);
  if (known) return known;
  const { text, ids } = shapeOf(textOf(record));
  const shape = { text: digest(text), ids };
  shapes.set(record, shape);
  return shape;
};

const texts = new WeakMap<object, string>();

/** A value as text, the same for equal values, without the steps that a charge tells of: they decide nothing. Frozen ones are written once. */
export const textOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = Array.isArray(value)
    ? `[${value.map(textOf).join()}]`
    : `{${Object.keys(value)
        .sort()
        .flatMap((key) => {
          const property = (value as Record<string, unknown>)[key];
          return property === undefined || key === 'steps' ? [] : [`${key}:${textOf(property)}`];
        })
        .join()}}`;
  if (Object.isFrozen(value)) texts.set(value, text);
  return text;
};
