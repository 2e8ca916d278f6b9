import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ApiError } from '../types/api-error.ts';
import type { Charge } from '../types/charge.ts';
import type { ChargeUpdated } from '../types/ports.ts';
import { recordFormat } from '../types/records.ts';
import { callStorage } from './call-storage.ts';
import { fromChargeItem, type Item } from './items.ts';
import type { Storage } from './storage.ts';

/** A change of one charge whose condition covers everything that must hold: it needs no read and no revision. */
export type ChargeUpdate = {
  readonly set: readonly string[];
  readonly condition: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Item;
  /** Whether the charge shows that this very update was made but its response was lost. */
  readonly happened: (charge: Charge) => boolean;
};

const maxRounds = 5;

/** One conditional update; the charge's revision rises. Throws `ApiError('storage_unavailable')` for a charge that a newer release wrote. */
export const updateCharge = async (
  storage: Storage,
  id: string,
  update: ChargeUpdate,
): Promise<ChargeUpdated> => {
  const { item, refused } = await send(storage, id, update);
  const charge = item && fromChargeItem(item);
  return charge && (!refused || update.happened(charge)) ? { ok: true, charge } : { ok: false, charge };
};

/** The next check of the charge; see `Charge`. */
export type Mark = { readonly recover_shard: number; readonly recover_at: number };

/**
 * An update that also marks the charge for recovery. A mark may only move to an earlier time, and expressions have no minimum. So the first write
 * succeeds if the mark is absent or early enough, and leaves it; the rare second one succeeds if the mark is later, and moves it.
 */
export const updateAndMark = async (
  storage: Storage,
  id: string,
  update: ChargeUpdate,
  mark: Mark,
): Promise<ChargeUpdated> => {
  let move = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const result = await updateCharge(storage, id, marked(update, mark, move));
    if (result.ok || result.charge === undefined) return result;
    const isLater = (result.charge.recover_at ?? 0) > mark.recover_at;
    if (isLater === move) return result;
    move = isLater;
  }
  throw contended();
};

const marked = (update: ChargeUpdate, { recover_shard, recover_at }: Mark, move: boolean): ChargeUpdate => ({
  ...update,
  set: [
    ...update.set,
    'recover_shard = :shard',
    `recover_at = ${move ? ':at' : 'if_not_exists(recover_at, :at)'}`,
  ],
  condition: `${update.condition} AND ${
    move ? 'recover_at > :at' : '(attribute_not_exists(recover_at) OR recover_at <= :at)'
  }`,
  values: { ...update.values, ':shard': recover_shard, ':at': recover_at },
});

/** `item`: the charge after the update, or its current state if the condition `refused`. */
type Sent = { readonly item: Item | undefined; readonly refused: boolean };

const send = (storage: Storage, id: string, { set, condition, names, values }: ChargeUpdate): Promise<Sent> =>
  callStorage<Sent>(
    storage,
    async () => {
      const { Attributes } = await storage.client.send(
        new UpdateCommand({
          TableName: storage.tables.charges,
          Key: { id },
          UpdateExpression: `SET ${set.join(', ')} ADD rev :one`,
          ConditionExpression: `v = :v AND ${condition}`,
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ...values, ':one': 1, ':v': recordFormat },
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      if (Attributes === undefined) throw new Error('The update returned no item');
      return { item: Attributes, refused: false };
    },
    (error) =>
      error instanceof ConditionalCheckFailedException
        ? { item: error.Item && unmarshall(error.Item), refused: true }
        : undefined,
  );

const contended = (): ApiError =>
  new ApiError('storage_unavailable', 'Other calls are changing this charge right now. Try again.', {
    retry_after: 1,
  });
