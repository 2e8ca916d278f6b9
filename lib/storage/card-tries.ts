import { timeOfTry } from '../types/card-try.ts';
import { defined } from '../types/defined.ts';
import type { Decline } from '../types/outcome.ts';
import type { CardWrite, Exceeded } from '../types/ports.ts';
import type { Item } from './items.ts';
import type { TransactItem } from './transact-item.ts';

/**
 * A card's item: a set of tries for each series (`try.<series>`), the total number of tries `n`, when it was `blocked`, until when to `wait` and
 * after which outcome. `rev` rises with every write. `ttl` (Unix seconds) is later than anything in it matters.
 */
type Try = Extract<CardWrite, { limit: 'try' }>;

const day = 86_400;
/** The longest cap plus the longest wait of the networks. */
const kept_s = 40 * day;
/** Tries older than this count for no network's cap. */
const old_s = 30 * day;
/** Tries of all series of a card within `old_s`: keeps its item small. */
const mostTries = 100;

const setOf = (series: string): string => `try.${series}`;

export const cardUpdate = (table: string, write: CardWrite, now_s: number): TransactItem => {
  const update = { TableName: table, Key: { id: write.id } };
  return { Update: { ...update, ...changeOf(write, now_s) } };
};

const changeOf = (write: CardWrite, now_s: number) => {
  switch (write.limit) {
    case 'try':
      return tryOf(write, now_s);
    case 'give_back':
      return {
        UpdateExpression: `SET #ttl = if_not_exists(#ttl, :until) ADD n :less, rev :one DELETE #series :try${write.approved ? ' REMOVE blocked' : ''}`,
        ExpressionAttributeNames: { '#ttl': 'ttl', '#series': setOf(write.try.series) },
        ExpressionAttributeValues: {
          ':until': now_s + kept_s,
          ':less': -1,
          ':one': 1,
          ':try': new Set([write.try.id]),
        },
      };
    case 'block':
      return {
        UpdateExpression: 'SET #ttl = :until, blocked = :now ADD rev :one',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':until': now_s + write.kept_s, ':now': now_s, ':one': 1 },
      };
    case 'wait':
      return {
        UpdateExpression:
          'SET #ttl = if_not_exists(#ttl, :until), #wait = :wait, wait_after = :outcome ADD rev :one',
        ExpressionAttributeNames: { '#ttl': 'ttl', '#wait': 'wait' },
        ExpressionAttributeValues: {
          ':until': now_s + kept_s,
          ':wait': write.until,
          ':outcome': write.outcome,
          ':one': 1,
        },
      };
    default:
      return write satisfies never;
  }
};

/**
 * The condition holds for a card with few tries and no block or wait. If it fails, `cardRefusal` reads the item and says whether the try is refused,
 * or only needs `renewedCard`.
 */
const tryOf = ({ waits, caps, try: { series, id } }: Try, now_s: number) => ({
  UpdateExpression: 'SET #ttl = :until ADD #series :try, n :one, rev :one',
  ConditionExpression: [
    '(attribute_not_exists(n) OR n < :most)',
    'attribute_not_exists(blocked)',
    '(attribute_not_exists(#series) OR size(#series) < :fewest)',
    ...(waits ? ['(attribute_not_exists(#wait) OR #wait <= :now)'] : []),
  ].join(' AND '),
  ExpressionAttributeNames: { '#ttl': 'ttl', '#series': setOf(series), ...(waits && { '#wait': 'wait' }) },
  ExpressionAttributeValues: {
    ':until': now_s + kept_s,
    ':try': new Set([id]),
    ':one': 1,
    ':most': mostTries,
    ':fewest': Math.min(...caps.map(({ max }) => max)),
    ...(waits && { ':now': now_s }),
  },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** Why this try of the card is refused now, and until when; undefined if it is not. */
export const cardRefusal = (item: Item, write: Try, now_s: number): Exceeded | undefined => {
  const tries = recentTries(item, now_s);
  const all = [...tries.values()].flat();
  const until = Math.max(
    blockedUntil(item, write),
    endOfCap(all, { max: mostTries, within_s: old_s }),
    ...write.caps.map((cap) => endOfCap(tries.get(setOf(write.try.series)) ?? [], cap)),
  );
  if (until > now_s) return { id: write.id, until };
  const wait = write.waits ? Number(item.wait ?? 0) : 0;
  return wait > now_s ? { id: write.id, until: wait, advised_after: item.wait_after as Decline } : undefined;
};

/** The card's item with this try and without those too old to count: succeeds only if the item has not changed. */
export const renewedCard = (table: string, write: Try, now_s: number, item: Item): TransactItem => {
  const tries = recentTries(item, now_s);
  const name = setOf(write.try.series);
  tries.set(name, [...(tries.get(name) ?? []), write.try.id]);
  const { blocked, wait, wait_after } = item;
  return {
    Put: {
      TableName: table,
      Item: {
        id: write.id,
        ttl: Math.max(endOfItem(item), now_s + kept_s),
        n: [...tries.values()].flat().length,
        rev: Number(item.rev) + 1,
        ...Object.fromEntries([...tries].map(([series, ids]) => [series, new Set(ids)])),
        ...defined({ blocked, wait, wait_after }),
      },
      ConditionExpression: 'rev = :rev',
      ExpressionAttributeValues: { ':rev': item.rev },
    },
  };
};

const endOfItem = ({ ttl }: Item): number => Number(ttl ?? 0);

const blockedUntil = ({ blocked }: Item, { bound_s }: Try): number =>
  blocked === undefined ? 0 : Number(blocked) + bound_s;

const recentTries = (item: Item, now_s: number): Map<string, readonly string[]> =>
  new Map(
    Object.entries(item).flatMap(([name, value]) => {
      if (!name.startsWith('try.') || !(value instanceof Set)) return [];
      const recent = [...value].map(String).filter((id) => timeOfTry(id) > now_s - old_s);
      return recent.length === 0 ? [] : [[name, recent] as const];
    }),
  );

/** When the cap allows a try again; 0 if it does now. */
const endOfCap = (
  ids: readonly string[],
  { max, within_s }: { readonly max: number; readonly within_s: number },
): number => {
  const last = ids.map(timeOfTry).sort((a, b) => b - a)[max - 1];
  return last === undefined ? 0 : last + within_s;
};
