import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { PastSession, PastSessions } from '../types/backtest.ts';
import type { Charge } from '../types/charge.ts';
import { callStorage } from './call-storage.ts';
import { getAll } from './get-all.ts';
import type { Item } from './items.ts';
import { listPartitions } from './list-keys.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { sessionsByTime } from './tables.ts';

/** Rows per partition. */
const page = 250;

const sessionFields = [
  'v',
  'id',
  'amount',
  'currency',
  'country',
  'capture_method',
  'routing',
  'attempts',
  'passed_over',
] as const satisfies readonly ('v' | keyof PastSession)[];

/** See `PastSessions`. Reads only the fields that a backtest needs: no customer, no address, no response. */
export const createPastSessions =
  (storage: Storage): PastSessions =>
  async (from, brands) => {
    const walks = await Promise.all(
      listPartitions().map((partition, index) => step(storage, partition, from?.[index])),
    );
    const ids = walks.flatMap((walk) => walk.ids);
    const items = await getAll(storage, 'sessions', ids, sessionFields);
    const sessions = ids.flatMap((id) => pastSession(items.get(id)));
    const to = walks.map((walk) => walk.to);
    return { sessions: await withBrands(storage, sessions, brands), to };
  };

type Walk = { readonly ids: readonly string[]; readonly to: string | null };

const step = async (storage: Storage, partition: string, after: string | null | undefined): Promise<Walk> => {
  if (after === null) return { ids: [], to: null };
  const { name, partition_key, sort_key } = sessionsByTime;
  const command = new QueryCommand({
    TableName: storage.tables.sessions,
    IndexName: name,
    KeyConditionExpression: after === undefined ? '#shard = :shard' : '#shard = :shard AND #key < :after',
    ExpressionAttributeNames: {
      '#shard': partition_key.name,
      ...(after !== undefined && { '#key': sort_key.name }),
    },
    ExpressionAttributeValues: { ':shard': partition, ...(after !== undefined && { ':after': after }) },
    ScanIndexForward: false,
    Limit: page,
  });
  const { Items = [], LastEvaluatedKey } = await callStorage(storage, () => storage.client.send(command));
  const last = LastEvaluatedKey?.[sort_key.name];
  return { ids: Items.map(({ id }) => String(id)), to: last === undefined ? null : String(last) };
};

const pastSession = (item: Item | undefined): readonly PastSession[] => {
  if (item === undefined) return [];
  refuseNewer(item);
  const { v: _, ...session } = item;
  return [session as PastSession];
};

/** A card's brand is recorded once the card was sent, on its charge. It is read if it decided the plan, or if `all` are requested. */
const withBrands = async (
  storage: Storage,
  sessions: readonly PastSession[],
  all: boolean,
): Promise<readonly PastSession[]> => {
  const ids = sessions.flatMap(({ attempts: [first], routing }) =>
    first && (all || routing.plan_by_brand) ? first.charge : [],
  );
  const charges = await getAll(storage, 'charges', ids, ['id', 'particulars']);
  return sessions.map((session) => {
    const charge = charges.get(session.attempts[0]?.charge ?? '') as Pick<Charge, 'particulars'> | undefined;
    const brand = charge?.particulars?.card?.brand;
    return brand === undefined ? session : { ...session, brand };
  });
};
