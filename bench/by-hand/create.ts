import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { client, type Item, listAttributes, table } from './aws.ts';
import { type ByHand, newId, ok } from './http.ts';

/** A session written with one conditional put, as the service writes it; nothing is checked, planned or signed. */
export const handler: ByHand = async (event) => {
  const { amount, currency, success_url } = JSON.parse(event.body ?? '');
  const id = newId('cs');
  const now = Date.now();
  const created = Math.floor(now / 1000);
  const list = listAttributes(id, now);
  const item: Item = {
    id,
    v: 1,
    amount,
    currency,
    success_url,
    capture_method: 'automatic',
    metadata: [],
    livemode: false,
    signing_key: 'k1',
    rev: 1,
    write: `${newId('req')}.1`,
    created,
    created_ms: now,
    expires_at: created + 86_400,
    routing: {
      override: null,
      plan: ['stripe'],
      skipped: [],
      draw: [['stripe', 1]],
      rule: 'bench',
      version: 1,
      failover: {
        on: ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error', 'not_supported'],
        max_attempts: 3,
        attempt_timeout_ms: 8_000,
      },
    },
    payment_status: 'unpaid',
    charge: null,
    next_action: null,
    last_payment_error: null,
    attempts: [],
    passed_over: [],
    confirms: 0,
    confirmations: [],
    ttl: created + 86_400 + 30 * 86_400,
    ...list,
    expire_shard: list.list_shard,
  };
  await client.send(
    new PutCommand({
      TableName: table('SESSIONS'),
      Item: item,
      ConditionExpression: 'attribute_not_exists(id)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  return ok({
    id,
    object: 'checkout.session',
    amount,
    currency,
    status: 'open',
    client_secret: `${id}_secret`,
    created,
    payment_status: 'unpaid',
    capture_method: 'automatic',
    routing_rule: 'bench',
    success_url,
    cancel_url: null,
    country: null,
    expires_at: created + 86_400,
    livemode: false,
    charge: null,
    next_action: null,
    last_payment_error: null,
    reference: null,
    customer_email: null,
    customer: null,
    billing_details: null,
    shipping: null,
    description: null,
    statement_descriptor: null,
    exemption: null,
    metadata: {},
    routing: {
      rule: 'bench',
      version: 1,
      override: null,
      plan: ['stripe'],
      skipped: [],
      draw: [['stripe', 1]],
      health: null,
      attempts: [],
    },
  });
};
