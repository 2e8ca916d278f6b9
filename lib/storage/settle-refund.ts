import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { RefundReservation } from '../types/ports.ts';
import type { Refund } from '../types/records.ts';
import { toAttribute } from './attribute-value.ts';
import { callStorage } from './call-storage.ts';
import { fromChargeItem } from './items.ts';
import type { Storage } from './storage.ts';

/** One conditional update; see `PaymentStore.settleRefund`. */
export const settleRefund = async (
  storage: Storage,
  charge: string,
  refund: Refund,
  options: { readonly release: boolean },
): Promise<RefundReservation> =>
  callStorage<RefundReservation>(
    storage,
    async () => {
      const { Attributes } = await storage.client.send(settlement(storage, charge, refund, options));
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

const settlement = (
  storage: Storage,
  charge: string,
  refund: Refund,
  { release }: { readonly release: boolean },
) => {
  // What a failed refund gave back may have been refunded again since: it gives nothing back twice and does not come back to life.
  const mustNotHaveFailed = release || refund.status !== 'failed';
  return new UpdateItemCommand({
    TableName: storage.tables.charges,
    Key: { id: { S: charge } },
    UpdateExpression: `SET refunds.#id = :refund${
      release ? ', amount_refundable = amount_refundable + :amount' : ''
    } ADD rev :one`,
    // The amount is part of the condition so that what is given back is what was taken.
    ConditionExpression: `refunds.#id.rev = :expected AND refunds.#id.amount = :amount${
      mustNotHaveFailed ? ' AND refunds.#id.#status <> :failed' : ''
    }`,
    ExpressionAttributeNames: { '#id': refund.id, ...(mustNotHaveFailed && { '#status': 'status' }) },
    ExpressionAttributeValues: {
      ':refund': toAttribute(refund),
      ':expected': { N: String(refund.rev - 1) },
      ':amount': { N: String(refund.amount) },
      ':one': { N: '1' },
      ...(mustNotHaveFailed && { ':failed': { S: 'failed' } }),
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
};
