import type { NewKeys, TokenParts } from '../../lib/http/token-parts.ts';

/** The lists whose keys rotate, by the word for them on the command line: their part, their name, and the letter their ids begin with. */
export const rotatingKeys = {
  signing: { part: 'sessions', list: 'signing_keys', letter: 'k' },
  grant: { part: 'sessions', list: 'grant_keys', letter: 'g' },
  request: { part: 'records', list: 'request_keys', letter: 'r' },
  cursor: { part: 'lists', list: 'cursor_keys', letter: 'c' },
} as const satisfies Readonly<
  Record<string, { readonly part: keyof TokenParts; readonly list: string; readonly letter: string }>
>;

export type RotatingKeys = keyof typeof rotatingKeys;

type Key = { readonly id: string };
type Part = object;

/** Adds a key at the end of a list of a part, so that every process can verify with it before any uses it. Nothing else changes. */
export const withAddedKey = <P extends Part>(part: P, kind: RotatingKeys, make: NewKeys): P => {
  const { list, letter } = rotatingKeys[kind];
  const keys = keysIn(part, list);
  const id = nextId(keys, letter);
  return { ...part, [list]: [...keys, kind === 'grant' ? make.signing(id) : { id, secret: make.secret() }] };
};

/** Uses the key added last from now on; the others still verify. Doing it twice changes nothing more. */
export const withPromotedKey = <P extends Part>(part: P, kind: RotatingKeys): P => {
  const { list } = rotatingKeys[kind];
  return { ...part, [list]: newestFirst(keysIn(part, list)) };
};

export const keysIn = (part: Part, list: string): readonly Key[] =>
  (part as Readonly<Record<string, readonly Key[] | undefined>>)[list] ?? [];

/** `k3` after `k1` and `k2`. */
export const nextId = (keys: readonly Key[], letter: string): string =>
  `${letter}${Math.max(0, ...keys.map(numberOf)) + 1}`;

/** The key added last before the others. Its place does not tell: once it is used, it is the first. */
export const newestFirst = <Each extends Key>(keys: readonly Each[]): readonly Each[] => {
  const newest = Math.max(...keys.map(numberOf));
  return keys.toSorted((a, b) => Number(numberOf(b) === newest) - Number(numberOf(a) === newest));
};

const numberOf = ({ id }: Key): number => Number(id.slice(1));
