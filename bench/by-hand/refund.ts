import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client, type Item, table } from './aws.ts';
import { type ByHand, newId, ok } from './http.ts';
import { post } from './stripe.ts';

/** Reserve in one conditional update, one call to the PSP, settle in one conditional update. */
export const handler: ByHand = async (event) => {
  const { charge, amount } = JSON.parse(event.body ?? '');
  const id = newId('re');
  const write = newId('req');
  const created = Math.floor(Date.now() / 1000);
  const refund: Item = {
    id,
    rev: 1,
    write: `${write}.1`,
    amount,
    status: 'pending',
    metadata: [],
    created,
    sent: Date.now(),
    by: 'sk_by_hand',
  };
  // With its metadata, and the answer to be remembered.
  const bytes = Buffer.byteLength(JSON.stringify(refund)) + 1_000;
  const Key = { id: charge };
  const { Attributes = {} } = await client.send(
    new UpdateCommand({
      TableName: table('CHARGES'),
      Key,
      UpdateExpression:
        'SET amount_refundable = amount_refundable - :amount, amount_refundable_disputed = amount_refundable_disputed - :amount, refunds.#id = :refund, ' +
        'refund_bytes = if_not_exists(refund_bytes, :none) + :bytes, recover_shard = :shard, recover_at = if_not_exists(recover_at, :at) ADD rev :one',
      ConditionExpression:
        'amount_refundable >= :amount AND #status = :captured AND attribute_not_exists(refunds.#id) AND attribute_not_exists(failed_refunds.#id) AND size(refunds) < :max ' +
        'AND (attribute_not_exists(refund_bytes) OR refund_bytes <= :room)',
      ExpressionAttributeNames: { '#id': id, '#status': 'status' },
      ExpressionAttributeValues: {
        ':amount': amount,
        ':refund': refund,
        ':shard': 0,
        ':at': Date.now() + 60_000,
        ':one': 1,
        ':captured': 'captured',
        ':max': 100,
        ':none': 0,
        ':bytes': bytes,
        ':room': 196_608 - bytes,
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  const answer = await post(
    '/v1/refunds',
    {
      payment_intent: Attributes.psp_reference,
      amount: String(amount),
      'metadata[refund]': id,
      'metadata[charge]': charge,
    },
    `${id}-refund`,
  );
  if (answer.status !== 'succeeded') throw new Error(`the refund is ${answer.status}`);
  const settled: Item = {
    ...refund,
    rev: 2,
    write: `${write}.2`,
    status: 'succeeded',
    accepted: true,
    psp_reference: String(answer.id),
  };
  await client.send(
    new UpdateCommand({
      TableName: table('CHARGES'),
      Key,
      UpdateExpression: 'SET refunds.#id = :refund ADD rev :one',
      ConditionExpression:
        'refunds.#id.rev = :expected AND refunds.#id.amount = :amount AND refunds.#id.#status <> :failed',
      ExpressionAttributeNames: { '#id': id, '#status': 'status' },
      ExpressionAttributeValues: {
        ':refund': settled,
        ':expected': 1,
        ':amount': amount,
        ':one': 1,
        ':failed': 'failed',
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  return ok({
    id,
    object: 'refund',
    amount,
    currency: Attributes.currency,
    charge,
    psp: 'stripe',
    status: 'succeeded',
    reason: null,
    failure_reason: null,
    created,
    metadata: {},
  });
};
