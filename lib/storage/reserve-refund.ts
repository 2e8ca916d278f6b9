import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { PaymentStore, RefundReservation } from '../types/ports.ts';
import type { Charge, Refund } from '../types/records.ts';
import { toAttribute } from './attribute-value.ts';
import { callStorage } from './call-storage.ts';
import { fromChargeItem } from './items.ts';
import type { Storage } from './storage.ts';

const maxRefunds = 100;

type Options = Parameters<PaymentStore['reserveRefund']>[2];

/** One conditional update; see `PaymentStore.reserveRefund`. */
export const reserveRefund = async (
  storage: Storage,
  charge: string,
  refund: Refund,
  options: Options,
): Promise<RefundReservation> => {
  const result = await callStorage<RefundReservation>(
    storage,
    async () => {
      const { Attributes } = await storage.client.send(reservation(storage, charge, refund, options));
      if (Attributes === undefined) throw new Error('The update returned no item');
      return { ok: true, charge: fromChargeItem(Attributes) };
    },
    (error) => {
      if (!(error instanceof ConditionalCheckFailedException)) return undefined;
      const current = error.Item && fromChargeItem(error.Item);
      return current?.refunds[refund.id]?.write === refund.write
        ? { ok: true, charge: current }
        : { ok: false, charge: current };
    },
  );
  return result.ok
    ? { ok: true, charge: await moveMarkForward(storage, result.charge, options.recover_at) }
    : result;
};

const reservation = (storage: Storage, charge: string, refund: Refund, options: Options) =>
  new UpdateItemCommand({
    TableName: storage.tables.charges,
    Key: { id: { S: charge } },
    // An earlier mark stays: expressions know no minimum.
    UpdateExpression:
      'SET amount_refundable = amount_refundable - :amount, refunds.#id = :refund, ' +
      'recover_shard = if_not_exists(recover_shard, :shard), recover_at = if_not_exists(recover_at, :at) ADD rev :one',
    ConditionExpression:
      `amount_refundable ${options.exact ? '=' : '>='} :amount AND #status = :captured ` +
      'AND attribute_not_exists(refunds.#id) AND size(refunds) < :max',
    ExpressionAttributeNames: { '#id': refund.id, '#status': 'status' },
    ExpressionAttributeValues: {
      ':amount': { N: String(refund.amount) },
      ':refund': toAttribute(refund),
      ':shard': { N: String(options.recover_shard) },
      ':at': { N: String(options.recover_at) },
      ':one': { N: '1' },
      ':captured': { S: 'captured' },
      ':max': { N: String(maxRefunds) },
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });

/**
 * The second round trip of the rare reservation on a charge whose next look lies further ahead than this refund may wait. It is no revision:
 * a mark says when to look, not what is so. Should it fail, the reservation stands and is only looked at later, so the refund goes on.
 */
const moveMarkForward = async (storage: Storage, charge: Charge, at: number): Promise<Charge> => {
  if (charge.recover_at === undefined || charge.recover_at <= at) return charge;
  const command = new UpdateItemCommand({
    TableName: storage.tables.charges,
    Key: { id: { S: charge.id } },
    UpdateExpression: 'SET recover_at = :at',
    ConditionExpression: 'recover_at > :at',
    ExpressionAttributeValues: { ':at': { N: String(at) } },
  });
  try {
    await callStorage(storage, () => storage.client.send(command));
    return { ...charge, recover_at: at };
  } catch {
    return charge;
  }
};
