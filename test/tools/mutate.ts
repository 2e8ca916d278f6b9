/** A JSON text changed at random: mostly still JSON with one part wrong, sometimes broken text, sometimes bytes that are no text. */
export const mutate = (text: string, random: () => number): string | Buffer => {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const roll = random();
  if (roll < 0.05) return text;
  if (roll < 0.15) return broken(text, random, pick);
  if (roll < 0.2) return bytes(text, random);
  const parsed = parse(text);
  if (parsed === undefined) return broken(text, random, pick);
  let value: unknown = parsed;
  const changes = 1 + Math.floor(random() * 3);
  for (let change = 0; change < changes; change++) value = changed(value, random, pick);
  return JSON.stringify(value) ?? 'null';
};

type Pick = <T>(list: readonly T[]) => T | undefined;

/** Undefined for what is no object or list: it is changed as text. */
const parse = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31),
  '',
  ' ',
  '0',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\u202e',
  '😀',
  'e\u0301',
  '{{7*7}}',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '../../etc/passwd',
  'x'.repeat(5_000),
  '9'.repeat(400),
  [],
  {},
  [[[[[[]]]]]],
  { a: { b: { c: { d: {} } } } },
  Array(1_000).fill(0),
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index])),
  JSON.parse('{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4,"toJSON":5,"length":6}'),
];

const names = [
  'surprise',
  '',
  'constructor',
  'prototype',
  'toJSON',
  'then',
  'length',
  '0',
  'amount ',
  'Amount',
  '\u0000',
  'x'.repeat(3_000),
];

/** One part of a value replaced, left out, doubled or added. */
const changed = (value: unknown, random: () => number, pick: Pick): unknown => {
  if (typeof value !== 'object' || value === null || random() < 0.15) return pick(values);
  if (Array.isArray(value)) return changedList(value, random, pick);
  const entries = Object.entries(value);
  const chosen = Math.floor(random() * (entries.length + 1));
  const at = entries[chosen];
  if (at === undefined) return Object.fromEntries([...entries, [pick(names) ?? '', pick(values)]]);
  const [name, inner] = at;
  const roll = random();
  if (roll < 0.2) return Object.fromEntries(entries.filter(([other]) => other !== name));
  if (roll < 0.25)
    return Object.fromEntries(
      entries.map(([other, kept]) => [other === name ? (pick(names) ?? '') : other, kept]),
    );
  const next = roll < 0.6 ? changed(inner, random, pick) : pick(values);
  return Object.fromEntries(entries.map(([other, kept]) => [other, other === name ? next : kept]));
};

const changedList = (list: readonly unknown[], random: () => number, pick: Pick): unknown => {
  const roll = random();
  if (roll < 0.2) return [...list, pick(values)];
  if (roll < 0.4) return [...list, ...list];
  if (roll < 0.5) return [];
  const chosen = Math.floor(random() * list.length);
  return list.map((inner, index) => (index === chosen ? changed(inner, random, pick) : inner));
};

const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '\n',
  '\u0000',
  '//',
  '1e9',
  '-',
  'null',
  '{"a":1,"a":2}',
  '"__proto__":1,',
];

const broken = (text: string, random: () => number, pick: Pick): string => {
  const at = Math.floor(random() * (text.length + 1));
  const roll = random();
  if (roll < 0.3) return text.slice(0, at);
  if (roll < 0.4) return '['.repeat(Math.floor(random() * 30_000));
  if (roll < 0.5) return text + text;
  if (roll < 0.6) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 5));
  return text.slice(0, at) + (pick(pieces) ?? '') + text.slice(at);
};

const bytes = (text: string, random: () => number): Buffer => {
  const buffer = Buffer.from(text);
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++)
    buffer[Math.floor(random() * buffer.length)] = Math.floor(random() * 256);
  return buffer;
};
